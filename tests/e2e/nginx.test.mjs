// deploy/nginx.conf for real: nginx serves the built page with it, under its sub-path, with the headers that docs/hosting.md
// tells of, and the page starts. Changed are the folder and the port; whatever else the file says is as it is shipped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../../scripts/browser.mjs';
import { compress } from '../../scripts/compress.mjs';
import { BY_CONTENT } from '../../scripts/names.mjs';
import { eventually } from './page.mjs';

const ROOT = new URL('../../', import.meta.url).pathname;
const DIST = process.env.DIST ?? join(ROOT, 'dist');
const NGINX = process.env.NGINX || '/usr/sbin/nginx';
const MODULES = '/etc/nginx/modules-enabled';

let folder;
let nginx;
let port;

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const free = server.address().port;
      server.close(() => done(free));
    });
  });

/** Whatever nginx wants around the shipped file: its own folders, no privileges, and Debian's modules. */
async function configuration(site) {
  const shipped = await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8');
  const changed = shipped.replace('/srv/retry/', `${site}/`).replace('listen 80;', `listen 127.0.0.1:${port};`);
  assert.ok(changed.includes(site) && changed.includes(`:${port};`), 'the folder and the port that the test replaces');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const modules = existsSync(MODULES) ? `include ${MODULES}/*.conf;` : '';
  return `${modules}
daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http { access_log off; ${places.join(' ')}
${changed}
}`;
}

before(async () => {
  assert.ok(existsSync(NGINX), `${NGINX} is missing: install Debian's nginx and libnginx-mod-http-brotli-static, or name another in NGINX`);
  folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o755); // started by root, it works as another user
  const site = join(folder, 'site');
  await cp(DIST, site, { recursive: true });
  await mkdir(join(site, 'folder'));
  await writeFile(join(site, 'folder/index.html'), '<!doctype html><title>folder</title>');
  compress(site);
  port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), await configuration(site));
  nginx = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr.on('data', (text) => (said += text));
  await eventually(
    async () => {
      assert.equal(nginx.exitCode, null, said);
      return ask('/retry/').catch(() => undefined);
    },
    (answer) => assert.equal(answer?.status, 200, said),
  );
});
after(async () => {
  if (nginx && nginx.exitCode === null) {
    nginx.kill('SIGQUIT');
    await new Promise((done) => nginx.once('exit', done));
  }
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Asks nginx, without a client's own cache or decoding. */
const ask = (path, headers = {}) =>
  new Promise((done, fail) => {
    get({ port, host: '127.0.0.1', path, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', fail);
  });

const files = () => readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const paths = () => files().map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(DIST.length + 1));
const named = (pattern) => paths().find((path) => pattern.test(path));

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  wasm: 'application/wasm',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
};

describe('nginx with deploy/nginx.conf', () => {
  it('serves every file with its type, its caching and the headers of embedding', async () => {
    assert.ok(paths().length > 50);
    for (const path of paths()) {
      const { status, headers, body } = await ask(`/retry/${path}`);
      const wanted = {
        status: 200,
        type: TYPES[path.split('.').pop()],
        caching: BY_CONTENT.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        sniffing: 'nosniff',
        origins: '*',
        resources: 'cross-origin',
        frames: undefined,
      };
      const came = {
        status,
        type: headers['content-type'],
        caching: headers['cache-control'],
        sniffing: headers['x-content-type-options'],
        origins: headers['access-control-allow-origin'],
        resources: headers['cross-origin-resource-policy'],
        frames: headers['x-frame-options'],
      };
      assert.deepEqual(came, wanted, path);
      assert.ok(body.equals(readFileSync(join(DIST, path))), path);
    }
  });

  it('calls the programs by their content, and only those are kept for good', () => {
    const forGood = paths().filter((path) => BY_CONTENT.test(path));
    const count = (ending) => forGood.filter((path) => path.endsWith(ending)).length;
    assert.ok(count('.wasm') === 2 && count('.js') === 2, forGood.join());
    for (const path of ['index.html', 'sw.js']) assert.ok(!BY_CONTENT.test(path));
  });

  it('sends brotli, else gzip, else neither, and says that it depends', async () => {
    const wasm = named(/^page-.*\.wasm$/);
    for (const [accepted, encoding, ending] of [['gzip, br', 'br', '.br'], ['gzip', 'gzip', '.gz'], ['identity', undefined, '']]) {
      for (const path of ['index.html', wasm]) {
        const { headers, body } = await ask(`/retry/${path}`, { 'accept-encoding': accepted });
        assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'Accept-Encoding'], `${path}, ${accepted}`);
        assert.equal(headers['content-type'], TYPES[path.split('.').pop()]);
        assert.ok(body.equals(readFileSync(join(folder, 'site', path + ending))));
      }
    }
  });

  it('answers 304 while a file is the same', async () => {
    for (const path of ['', 'sw.js']) {
      const { headers } = await ask(`/retry/${path}`);
      assert.equal((await ask(`/retry/${path}`, { 'if-none-match': headers.etag })).status, 304, path);
    }
  });

  it('knows no more than is there, and lets no 404 be cached', async () => {
    for (const path of ['/retry/none', '/retry/page-0123456789abcdef_bg.wasm', '/retry/incidents/', '/retry/%2e%2e/%2e%2e/etc/passwd', '/retry/.git']) {
      const { status, headers } = await ask(path);
      const isRefused = status === 404 || status === 400 || (path.endsWith('incidents/') && status === 403);
      assert.ok(isRefused, `${path}: ${status}`);
      assert.equal(headers['cache-control'], undefined, path);
    }
    assert.equal((await ask('/retry/none')).headers['access-control-allow-origin'], '*');
  });

  it('leads from a folder to its page, whatever the host is called', async () => {
    for (const [path, to] of [['/retry', '/retry/'], ['/retry/folder', '/retry/folder/']]) {
      const { status, headers } = await ask(path);
      assert.deepEqual([status, headers.location], [301, to]);
    }
    assert.match((await ask('/retry/folder/')).body.toString(), /folder/);
  });

  it('the page starts, and works on without the server', { timeout: 60_000 }, async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const faults = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`http://127.0.0.1:${port}/retry?lang=en`);
      await page.locator('#board').waitFor();
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      nginx.kill('SIGQUIT');
      await new Promise((done) => nginx.once('exit', done));
      await page.goto(`http://127.0.0.1:${port}/retry/?lang=zh#lab`);
      await page.locator('#intent-record').waitFor({ state: 'attached' });
      assert.deepEqual(faults, []);
    } finally {
      await browser.close();
    }
  });
});
