/** Writes a `.gz` and a `.br` beside every file that shrinks by it, for servers that send them as they are. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|webmanifest|wasm|txt)$/;

export function compress(): Plugin {
  let folder = "";
  return {
    name: "narrows-compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true }).map(String)) {
        if (!TEXT.test(name)) continue;
        const path = join(folder, name);
        const bytes = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        for (const [end, packed] of [
          ["gz", gzipSync(bytes, { level: 9 })],
          ["br", brotliCompressSync(bytes, { params })],
        ] as const) {
          if (packed.length < bytes.length * 0.95) writeFileSync(`${path}.${end}`, packed);
        }
      }
    },
  };
}
