// Prints what a visitor downloads, and fails when the engine outgrows its limit.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 400 * 1024;
const target = fileURLToPath(new URL("../../../../target/", import.meta.url));
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
const packed = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

const wasm = join(target, "npm/narrows-wasm/narrows_wasm_bg.wasm");
const engine = packed(wasm);
console.log(`engine: ${kib(statSync(wasm).size)}, ${kib(engine)} gzipped (limit ${kib(LIMIT)})`);

const page = files(join(target, "web")).filter((path) => /\.(js|css|html|wasm)$/.test(path));
const sum = (end) => page.filter((path) => path.endsWith(end)).reduce((total, path) => total + packed(path), 0);
console.log(
  `page, gzipped: script ${kib(sum(".js"))}, style ${kib(sum(".css"))}, engine ${kib(sum(".wasm"))}, with one latin font file`,
);
if (engine > LIMIT) {
  console.error(`the engine is larger than ${kib(LIMIT)} gzipped`);
  process.exitCode = 1;
}
