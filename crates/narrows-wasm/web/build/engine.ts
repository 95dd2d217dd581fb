/** Where the engine's package is, which `cargo xtask web` builds first. */
import { fileURLToPath } from "node:url";

export const engine = fileURLToPath(new URL("../../../../target/npm/narrows-wasm/", import.meta.url));

/** What the page imports of it. */
export const alias = [
  { find: /^narrows-wasm$/, replacement: `${engine}narrows_wasm.js` },
  { find: /^narrows-wasm\//, replacement: engine },
];
