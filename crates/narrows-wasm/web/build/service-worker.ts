/** Writes the service worker with the list of all files and a version made of their contents. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function serviceWorker(): Plugin {
  return {
    name: "narrows-service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const hash = createHash("sha256");
        // Robots do not come offline.
        const publicFiles = readdirSync(here("../public")).filter((name) => name !== "robots.txt");
        for (const file of publicFiles) hash.update(readFileSync(here(`../public/${file}`)));
        for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
          hash.update(name).update(file.type === "chunk" ? file.code : file.source);
        }
        const source = readFileSync(here("../src/sw.js"), "utf8");
        hash.update(source);
        const built = Object.keys(bundle).filter((name) => name !== "index.html");
        const files = ["./", ...[...publicFiles, ...built].map((name) => `./${name}`)];
        this.emitFile({
          type: "asset",
          fileName: "sw.js",
          source: `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 16))};\nconst FILES = ${JSON.stringify(files, null, 1)};\n${source}`,
        });
      },
    },
  };
}
