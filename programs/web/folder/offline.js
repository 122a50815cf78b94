// The service worker: after the first visit the page opens without a network.
// VERSION and FILES are written in when the folder is built.

const VERSION = "@version@";
const FILES = ["@files@"];
const LATER = ["@later@"]; // wanted by few: kept when they have been asked for

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) {
    event.respondWith(answer(event.request));
  }
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  const name = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
  if (response.ok && LATER.includes(name)) cache.put(request, response.clone());
  return response;
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("hp15c ") && name !== VERSION).map((name) => caches.delete(name)));
}
