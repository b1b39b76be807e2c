// The service worker: the page without a network, from the second visit on. scripts/offline.mjs writes in the version and
// the files; a debug build has none of this.
//
// A version's cache is whole or is not there: each file is checked against its hash, and one that fails fails them all. A
// page is answered by the worker of its own version; the next one waits until no page of the old one is open.
// The way out is `?sw=off`; for a host, deploy/sw-off.js in the place of this file.
// Owns: that cache. Not here: when it is registered (index.html); anything outside its folder, and whatever it does not
// know goes to the network as if it were not there.

const VERSION = '';
/** Path below the scope -> hash as in an `integrity` attribute. A folder stands for its index.html. */
const FILES = {};

const SCOPE = self.registration.scope;
/** Caches belong to an origin: another copy of the page in another folder has its own. */
const OWN = `retry-without-repeating ${SCOPE} `;
const CACHE = OWN + VERSION;
/** Requests at a time: the reader may be loading something that is wanted now. */
const AT_ONCE = 4;

const isOwn = (name) => name.startsWith(OWN);
const forget = async (which) => Promise.all((await caches.keys()).filter(which).map((name) => caches.delete(name)));

async function keep(cache, path) {
  const url = new URL(path, SCOPE).href;
  const answer = await fetch(url, {
    integrity: FILES[path],
    mode: 'same-origin',
    // What is named after its content is as good from the browser's cache; of the rest the server is asked.
    cache: /-[0-9a-f]{16}(_bg)?\.(js|wasm|txt)$/.test(path) ? 'default' : 'no-cache',
    priority: 'low',
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // A redirected answer must not be given to a navigation; its body may.
  await cache.put(url, answer.redirected ? new Response(answer.body, answer) : answer);
}

async function keepAll() {
  if (navigator.connection?.saveData) throw new Error('the reader asked to save data');
  await caches.delete(CACHE); // what an interrupted start may have left
  const cache = await caches.open(CACHE);
  const left = Object.keys(FILES);
  const next = async () => {
    while (left.length > 0) await keep(cache, left.pop());
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  } catch (error) {
    left.length = 0;
    await caches.delete(CACHE);
    throw error;
  }
}

/** The path under which a request's answer is kept, or undefined. */
function keptPath(request) {
  const url = new URL(request.url);
  const address = url.origin + url.pathname;
  if (request.method !== 'GET' || request.headers.has('range') || !address.startsWith(SCOPE)) return undefined;
  // A page reads its own query (?lang=en); on a file it asks for something that is not kept.
  if (url.search && request.mode !== 'navigate') return undefined;
  const path = address.slice(SCOPE.length).replace(/(^|\/)index\.html$/, '$1');
  return Object.hasOwn(FILES, path) ? path : undefined;
}

async function answer(request, path) {
  const kept = await caches.match(new URL(path, SCOPE), { cacheName: CACHE, ignoreVary: true }).catch(() => undefined);
  return kept ?? fetch(request);
}

const LEFT = `<!doctype html>
<html lang="zh-Hans"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>离线副本已删除 · Offline copy removed</title>
<h1>离线副本已删除 · <span lang="en">Offline copy removed</span></h1>
<p>这台浏览器里不再有这个页面的离线副本。<a href="?sw=off">不留副本打开</a>，或<a href="?">照常打开</a>（会再存一份）。</p>
<p lang="en">This browser keeps no offline copy of the page any more. <a href="?sw=off">Open it without one</a>, or <a href="?">as usual</a>, which makes a new one.</p>
</html>`;

async function leave() {
  await forget(isOwn);
  await self.registration.unregister();
  return new Response(LEFT, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

self.addEventListener('activate', (event) => {
  // The page of the first visit too: what it asks for from now on comes from this version, whatever is deployed meanwhile.
  event.waitUntil(forget((name) => isOwn(name) && name !== CACHE).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && new URL(request.url).searchParams.get('sw') === 'off') {
    event.respondWith(leave());
    return;
  }
  const path = keptPath(request);
  if (path !== undefined) event.respondWith(answer(request, path));
});
