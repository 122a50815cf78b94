// The service worker: after the first visit the page opens without a network.
// What is in capitals and quotes is written in when the folder is built.

const SCOPE = new URL(self.registration.scope).pathname;
const VERSION = `hp15c ${SCOPE} @version@`;
const KEPT = `hp15c ${SCOPE} kept`; // for all versions: the address of a file in it holds a hash of its content
const PAGES = ["@pages@"];
const FILES = ["@files@"];
const LATER = ["@later@"]; // files that few pages need: kept after the first request

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

// The page has put the large files there already, unpacked.
async function keepAll() {
  const pages = await caches.open(VERSION);
  await pages.addAll(PAGES.map((name) => new Request(name, { cache: "no-cache" })));
  const kept = await caches.open(KEPT);
  for (const name of FILES) if (!(await kept.match(name))) await kept.add(name);
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
  for (const name of [VERSION, KEPT]) {
    const kept = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (kept) return kept;
  }
  const response = await fetch(request);
  if (response.ok && LATER.includes(nameOf(request))) (await caches.open(KEPT)).put(request, response.clone());
  return response;
}

async function dropOthers() {
  const old = (name) => (name.startsWith(`hp15c ${SCOPE} `) && name !== VERSION && name !== KEPT) || /^hp15c [0-9a-f]{16}$/.test(name);
  await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  const kept = await caches.open(KEPT);
  const known = new Set([...FILES, ...LATER]);
  for (const request of await kept.keys()) if (!known.has(nameOf(request))) await kept.delete(request);
}

function nameOf(request) {
  return new URL(request.url).pathname.slice(SCOPE.length);
}
