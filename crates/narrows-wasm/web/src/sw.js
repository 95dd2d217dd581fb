/*
 * The service worker. The build writes the list of files and their common version in front of this.
 * A new version is fetched whole before it is used, and waits until a person takes it; only pages that
 * could not start, which nobody can ask, are given it at once.
 */
/** Of this address: another copy of the page on the same host has caches of its own. */
const PREFIX = `narrows-${new URL(self.registration.scope).pathname}-`;
const cacheName = PREFIX + VERSION;
/** Milliseconds a page has to say that it is alive. */
const PATIENCE = 2000;
/** Servers that vary their answers by origin or encoding send the same bytes all the same. */
const ANY = { ignoreVary: true, ignoreSearch: true };

const ourCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Pages that are open and give no sign of life. */
async function dead() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const answers = await Promise.all(
    pages.map(
      (page) =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(null);
          setTimeout(resolve, PATIENCE, page);
          page.postMessage("alive?", [port2]);
        }),
    ),
  );
  return answers.filter(Boolean);
}

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    if (!self.registration.active) return;
    const pages = await self.clients.matchAll({ type: "window" });
    if (pages.length > 0 && (await dead()).length === pages.length) await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    // The version before stays, for pages that still run it.
    const others = (await ourCaches()).filter((name) => name !== cacheName);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

/** The file as this version has it, else as an earlier one has. */
async function kept(wanted) {
  const names = [cacheName, ...(await ourCaches()).filter((name) => name !== cacheName).reverse()];
  for (const name of names) {
    const found = await (await caches.open(name)).match(wanted, ANY);
    if (found) return found;
  }
  return undefined;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // "reload" asks for what the server has now.
  if (request.cache === "reload" || request.cache === "no-store") return;
  const wanted = request.mode === "navigate" ? "./" : request;
  event.respondWith(kept(wanted).then((found) => found ?? fetch(request)));
});
