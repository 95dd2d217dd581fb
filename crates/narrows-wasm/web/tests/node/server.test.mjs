// The documented server: what a static host has to do, and the page needs nothing more.
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startServer } from "../../scripts/server.mjs";

const folder = fileURLToPath(new URL("../../../../../target/web/", import.meta.url));
const site = await startServer({ folder, base: "/narrows/" });
after(() => site.close());

const get = (path, headers = {}) =>
  new Promise((resolve, reject) => {
    request(new URL(path, site.url), { headers }, (response) => {
      let bytes = 0;
      response.on("data", (part) => (bytes += part.length));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
    })
      .on("error", reject)
      .end();
  });

test("files come as they were compressed, in the way the browser reads best", async () => {
  const plain = await get("./");
  const gzip = await get("./", { "accept-encoding": "gzip, deflate" });
  const brotli = await get("./", { "accept-encoding": "gzip, deflate, br" });
  assert.deepEqual([plain, gzip, brotli].map(({ status, headers }) => [status, headers["content-encoding"], headers["content-type"]]), [
    [200, undefined, "text/html;charset=utf-8"],
    [200, "gzip", "text/html;charset=utf-8"],
    [200, "br", "text/html;charset=utf-8"],
  ]);
  assert.ok(brotli.bytes < gzip.bytes && gzip.bytes < plain.bytes / 2, `${brotli.bytes} ${gzip.bytes} ${plain.bytes}`);
  assert.match(plain.headers.vary, /Accept-Encoding/);
  assert.equal(plain.headers["cache-control"], "no-cache");
});

test("below a path: the path alone leads there, what is outside is not found", async () => {
  const { status, headers } = await get("/narrows");
  assert.deepEqual([status, headers.location], [301, "/narrows/"]);
  assert.equal((await get("/")).status, 404);
  assert.equal((await get("/narrows/none")).status, 404);
  assert.equal((await get("/narrows/../../etc/passwd")).status, 404);
  assert.equal((await get("/narrows/robots.txt")).status, 200);
});
