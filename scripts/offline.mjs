// Makes sw.js of a built page: static/sw.js with the list of the page's files, each with its SHA-256, and a version that
// stands for all of them and for the script itself.
// Owns: which files an offline copy holds. Not here: what the service worker does (static/sw.js).
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const SOURCE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'static/sw.js');

/** What no page of the project asks for: the worker itself, what other sites ask for, copies for servers. */
const APART = /(^|\/)sw\.js$|^oembed\/|\.(png|jpg|br|gz|zst|map|d\.ts)$/;

/** Writes `sw.js` into `dir`; call it when every other file there is as it will be served. */
export function makeOffline(dir) {
  const files = {};
  const paths = readdirSync(dir, { recursive: true }).map((path) => path.split(sep).join('/'));
  for (const path of paths.sort()) {
    if (APART.test(path) || !statSync(join(dir, path)).isFile()) continue;
    const hash = createHash('sha256').update(readFileSync(join(dir, path))).digest('base64');
    // A folder's page goes by the folder's address: some hosts redirect from the other one.
    files[encodeURI(path.replace(/(^|\/)index\.html$/, '$1'))] = `sha256-${hash}`;
  }
  const source = readFileSync(SOURCE, 'utf8');
  const list = JSON.stringify(files);
  const version = createHash('sha256').update(source).update(list).digest('hex').slice(0, 16);
  const written = source
    .replace("const VERSION = '';", () => `const VERSION = '${version}';`)
    .replace('const FILES = {};', () => `const FILES = ${list};`);
  if (!written.includes(version) || !written.includes(list)) throw new Error('static/sw.js has no place for its files');
  writeFileSync(join(dir, 'sw.js'), transformSync(written, { loader: 'js', minify: true, target: 'es2022' }).code);
}
