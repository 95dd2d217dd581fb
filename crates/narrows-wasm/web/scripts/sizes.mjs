// Prints what a visitor downloads, and fails when the engine or what is painted first outgrows its limit.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** KiB, gzipped. */
const LIMITS = { engine: 400, "first paint": 60 };

const page = fileURLToPath(new URL("../../../../target/web/", import.meta.url));
const assets = readdirSync(join(page, "assets")).map((name) => join(page, "assets", name));
const one = (pattern) => assets.filter((path) => pattern.test(path) && !/\.(gz|br)$/.test(path));
const sizes = (paths, pack) => paths.reduce((sum, path) => sum + pack(readFileSync(path)).length, 0) / 1024;

const parts = {
  engine: one(/\.wasm$/),
  "first paint": [join(page, "index.html"), ...one(/index-.*\.js$/)],
};
for (const [name, paths] of Object.entries(parts)) {
  const packed = sizes(paths, (bytes) => gzipSync(bytes, { level: 9 }));
  const brotli = sizes(paths, brotliCompressSync);
  const limit = LIMITS[name];
  console.log(`${name}: ${packed.toFixed(1)} KiB gzipped, ${brotli.toFixed(1)} KiB with brotli (limit ${limit} KiB gzipped)`);
  if (paths.length === 0 || packed > limit) {
    console.error(`${name} is larger than ${limit} KiB gzipped: see what came into it with \`npx vite build --logLevel info\``);
    process.exitCode = 1;
  }
}
