// For a host that wants no offline copies any more: put this in the place of sw.js, under that name, and leave it there
// for as long as readers may come back. Taking sw.js away is not enough: browsers keep the worker they have.
//
// It removes every copy that the page's own worker made below its folder, then itself. Pages that are open go on.
const OWN = `retry-without-repeating ${self.registration.scope} `;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(OWN)).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.registration.unregister()));
});
