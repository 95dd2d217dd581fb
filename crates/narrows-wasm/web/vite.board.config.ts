/** Builds `<narrows-board>` into the npm package that `cargo xtask web` has made: the element and its worker, beside the engine. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { alias, engine } from "./build/engine";

export default defineConfig({
  base: "./",
  resolve: { alias },
  publicDir: false,
  build: {
    outDir: engine,
    emptyOutDir: false,
    target: "es2022",
    cssTarget: ["chrome111", "firefox114", "safari16.4"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL("src/element.ts", import.meta.url)),
      preserveEntrySignatures: "strict",
      // The engine keeps its name: it is the package's own.
      output: { entryFileNames: "narrows-board.js", assetFileNames: "[name][extname]" },
    },
  },
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "narrows-board.worker.js", assetFileNames: "[name][extname]" } } },
});
