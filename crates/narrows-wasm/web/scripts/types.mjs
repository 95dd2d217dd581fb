// Writes the npm package's public types, index.d.ts: what the generator declares without what is only its own business.
// node scripts/types.mjs PACKAGE
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const generated = readFileSync(join(folder, "narrows_wasm.d.ts"), "utf8");

/** Removes `pattern`, which must be there: a generator that changes is noticed. */
const without = (text, pattern, by = "") => {
  if (!pattern.test(text)) throw new Error(`the generated types have no ${pattern}`);
  return text.replace(pattern, by);
};
const COMMENT = String.raw`(?:/\*\*(?:(?!\*/)[\s\S])*\*/\s*)?`;

let types = generated;
// `using` needs a library that TypeScript does not include by default; `free` does the same.
types = without(types, /^ *\[Symbol\.dispose\]\(\): void;\n/gm);
types = without(types, new RegExp(String.raw`${COMMENT}export function __wbg_reset_state\(\): void;\n`));
types = without(types, new RegExp(String.raw`${COMMENT}export function start\(\): void;\n`));
types = without(types, /export interface InitOutput \{[\s\S]*?\n\}/, "/** The module's own exports; call the functions and classes above instead. */\nexport interface InitOutput {\n    readonly memory: WebAssembly.Memory;\n}");
writeFileSync(join(folder, "index.d.ts"), types);
