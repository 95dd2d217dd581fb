import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The package that `cargo xtask web` builds. */
const engine = here("../../../target/npm/narrows-wasm/");

/** Writes the service worker with the list of all files and a version made of their contents. */
function serviceWorker(): Plugin {
  return {
    name: "narrows-service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const hash = createHash("sha256");
      const publicFiles = ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
      for (const file of publicFiles) hash.update(readFileSync(here(`public/${file}`)));
      for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      const source = readFileSync(here("src/sw.js"), "utf8");
      hash.update(source);
      const files = ["./", ...publicFiles.map((file) => `./${file}`), ...Object.keys(bundle).filter((name) => name !== "index.html").map((name) => `./${name}`)];
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 16))};\nconst FILES = ${JSON.stringify(files, null, 1)};\n${source}`,
      });
    },
  };
}

export default defineConfig({
  base: "./",
  resolve: {
    alias: [
      { find: /^narrows-wasm$/, replacement: `${engine}narrows_wasm.js` },
      { find: /^narrows-wasm\//, replacement: engine },
    ],
  },
  build: { outDir: here("../../../target/web"), emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { host: "127.0.0.1", fs: { allow: [here("."), engine] } },
  preview: { host: "127.0.0.1", headers: { "Cache-Control": "no-cache" } },
  plugins: [serviceWorker()],
  test: { include: ["tests/unit/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
