// The service worker: after the first visit the page opens without a network.
// VERSION and FILES are written in when the folder is built.

const VERSION = "@version@";
const FILES = ["@files@"];
const LATER = ["@later@"]; // files that few pages need: kept after the first request

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

// The picture of Python's memory is kept unpacked, because unpacking takes longer than the rest of a start.
async function keepAll() {
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  const picture = FILES.find((name) => name.endsWith("/memory.gz"));
  const packed = await cache.match(picture);
  const unpacked = packed.body.pipeThrough(new DecompressionStream("gzip"));
  await cache.put(picture, new Response(unpacked, { headers: { "x-unpacked": "yes" } }));
}

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
