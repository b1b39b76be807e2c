// A static server for the built page under a sub-path of 127.0.0.1, as a plain web host serves it: right types, 404 for
// what is missing, nothing outside the folder. For the end-to-end tests, the picture and a look at dist/.
// Not here: live reload (scripts/serve), compression, anything for the public internet.
//
//   node scripts/serve-dist.mjs [--dir dist] [--base /some/where/] [--port 8081]
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The file that the URL path asks for, or undefined. */
async function fileFor(path, dir, base) {
  if (!path.startsWith(base)) return undefined;
  let name;
  try {
    name = decodeURIComponent(path.slice(base.length)).replace(/(^|\/)$/, '$1index.html');
  } catch {
    return undefined;
  }
  if (name.includes('\0')) return undefined;
  const file = resolve(dir, name);
  if (!file.startsWith(dir + sep)) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? { file, size: found.size } : undefined;
}

/**
 * Serves `dir` under `base` on 127.0.0.1; port 0 takes a free one.
 * Resolves to `{ url, origin, port, missing, close }`: `url` is the page's, `missing` the paths answered with 404 so far.
 */
export async function serveDist({ dir = join(ROOT, 'dist'), base = '/some/where/', port = 0 } = {}) {
  const folder = resolve(dir);
  if (!base.startsWith('/') || !base.endsWith('/')) throw new Error(`base must start and end with /, not '${base}'`);
  if (!(await stat(join(folder, 'index.html')).catch(() => undefined))) {
    throw new Error('there is no built page to serve; run scripts/build first');
  }
  const missing = [];
  const server = createServer(async (request, response) => {
    const path = request.url.split(/[?#]/)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    if (path + '/' === base) {
      response.writeHead(308, { location: base }).end();
      return;
    }
    const found = await fileFor(path, folder, base);
    if (!found) {
      missing.push(path);
      response.writeHead(404, { 'content-type': TYPES['.txt'] }).end('not found\n');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(found.file)] ?? 'application/octet-stream',
      'content-length': found.size,
      'cache-control': 'no-cache',
      // In a sandboxed frame the page's origin is opaque, so that its own module and wasm are another origin's.
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(found.file).on('error', () => response.destroy()).pipe(response);
  });
  const { origin, close } = await listening(server, port);
  return { url: origin + base, origin, port: server.address().port, missing, close };
}

/** Has a server listen on 127.0.0.1, on a free port for 0; resolves to its `origin` and how to `close` it. */
export async function listening(server, port) {
  await new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const { values } = parseArgs({
      options: { dir: { type: 'string' }, base: { type: 'string' }, port: { type: 'string', default: '8081' } },
    });
    const { url } = await serveDist({ ...values, port: Number(values.port) });
    console.log(`The built page: ${url}   (Ctrl-C stops)`);
  } catch (error) {
    console.error(`serve-dist: ${error.message}`);
    process.exitCode = 1;
  }
}
