// Serves the host pages of hosts/ from an origin of their own, with the real address of the built page in the place of
// `https://example.org/retry/`. The Vue page is rendered on the server with Vue's own renderer and its component compiled with
// Vue's own compiler, as a Nuxt site does both. Not here: what the pages show (embed.test.mjs).
//
//   node tests/e2e/hosts.mjs [--port 8082]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { listening, serveDist } from '../../scripts/serve-dist.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const HOSTS = join(ROOT, 'hosts');
const VUE = join(ROOT, 'node_modules/vue/dist/vue.esm-browser.js');
/** The address that the host pages and the guide write. */
export const WRITTEN = 'https://example.org/retry/';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.vue': 'text/javascript; charset=utf-8' };

/** A host file as it is in the repository. */
export const hostFile = (name) => readFileSync(join(HOSTS, name), 'utf8');

/** The component as a module, for the server and for the browser alike. */
async function component(source) {
  const { compileScript, parse } = await import('vue/compiler-sfc');
  // Nuxt takes this from `vue.compilerOptions` of its configuration.
  const compilerOptions = { isCustomElement: (tag) => tag === 'idempotency-explainer' };
  const { descriptor } = parse(source, { filename: 'LessonFigure.vue', templateParseOptions: compilerOptions });
  return compileScript(descriptor, { id: 'lesson-figure', inlineTemplate: true, templateOptions: { compilerOptions } }).content;
}

/** What a Nuxt server sends in the app's place. */
async function rendered(read) {
  const { createSSRApp } = await import('vue');
  const { renderToString } = await import('vue/server-renderer');
  // In the repository, where `vue` is found; not among its sources.
  const folder = join(ROOT, 'target', 'hosts');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'app.mjs');
  writeFileSync(join(folder, 'figure.mjs'), await component(read('LessonFigure.vue')));
  writeFileSync(file, read('app.js').replace('./LessonFigure.vue', './figure.mjs'));
  const { default: app } = await import(`${pathToFileURL(file).href}?at=${Date.now()}`);
  return renderToString(createSSRApp(app));
}

/** Serves the host pages on 127.0.0.1 around the page at `pageUrl`. Resolves to `{ url, origin, close }`. */
export async function serveHosts({ pageUrl, port = 0 }) {
  const read = (name) => hostFile(name).replaceAll(WRITTEN, pageUrl);
  const app = await rendered(read);
  const files = new Map();
  for (const name of ['plain.html', 'element.html', 'sandbox.html', 'csp.html', 'app.js']) files.set(name, read(name));
  files.set('vue.html', read('vue.html').replace('<!-- rendered on the server -->', app));
  files.set('LessonFigure.vue', await component(read('LessonFigure.vue')));
  files.set('vue.js', readFileSync(VUE, 'utf8'));
  files.set('empty.html', '<!doctype html><title>empty</title><link rel="icon" href="data:,">');
  const server = createServer((request, response) => {
    const name = request.url.slice(1).split(/[?#]/)[0];
    if (!files.has(name)) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[extname(name)] }).end(files.get(name));
  });
  const { origin, close } = await listening(server, port);
  return { url: `${origin}/`, origin, close };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8082' } } });
  const page = await serveDist();
  const hosts = await serveHosts({ pageUrl: page.url, port: Number(values.port) });
  console.log(`The page: ${page.url}`);
  for (const name of ['plain', 'element', 'sandbox', 'csp', 'vue']) console.log(`A host:   ${hosts.url}${name}.html`);
}
