import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { alias, engine } from "./build/engine";
import { compress } from "./build/compress";
import { serviceWorker } from "./build/service-worker";
import { shell } from "./build/shell";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "./",
  resolve: { alias },
  build: {
    outDir: here("../../../target/web"),
    emptyOutDir: true,
    target: "es2022",
    // Older than what the scripts need, so that `light-dark()` is written out.
    cssTarget: ["chrome111", "firefox114", "safari16.4"],
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { host: "127.0.0.1", fs: { allow: [here("."), engine] } },
  plugins: [shell(), serviceWorker(), compress()],
  test: { include: ["tests/unit/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
