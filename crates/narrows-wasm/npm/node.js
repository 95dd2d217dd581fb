// In Node the module is read from disk at once: there is nothing to initialize, and `init()` does nothing more.
import { readFileSync } from "node:fs";
import { initSync } from "./narrows_wasm.js";

initSync({ module: readFileSync(new URL("./narrows_wasm_bg.wasm", import.meta.url)) });

export * from "./narrows_wasm.js";
export { default } from "./narrows_wasm.js";
