// Serves a built page as a static host does: gzip and brotli as they were built, also below a path.
import { createServer } from "node:http";
import sirv from "sirv";

/**
 * Starts serving `folder` on `host` and `port` (0 takes a free one), below `base`. `vary` names request
 * headers besides `Accept-Encoding` that answers are said to depend on, as hosts behind a network of caches do.
 */
export async function startServer({ folder, host = "127.0.0.1", port = 0, base = "/", vary = "Origin" }) {
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      // What has a hash in its name never changes; the rest is asked for again each time.
      response.setHeader("Cache-Control", path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      // The package's boards may stand in pages of other hosts.
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Vary", ["Accept-Encoding", vary].filter(Boolean).join(", "));
    },
  });
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (`${path}/` === base) {
      response.writeHead(301, { location: base }).end();
      return;
    }
    if (!path.startsWith(base)) {
      response.writeHead(404).end();
      return;
    }
    request.url = `/${path.slice(base.length)}`;
    files(request, response, () => response.writeHead(404).end());
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://${host}:${server.address().port}${base}`, server, close };
}
