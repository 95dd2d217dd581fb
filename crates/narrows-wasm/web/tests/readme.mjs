// The code of the npm package's README as a project that depends on the built package, as somebody else would set it up.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../../../../target/", import.meta.url));
export const PACKAGE = join(target, "npm", "narrows-wasm");
/** Where each block of the README, by the word behind its language, belongs. */
const FILES = { node: "node.mjs", browser: "main.ts", worker: "worker.ts", page: "page.ts" };

/** Writes the project; `remove` takes it away. */
export function project() {
  mkdirSync(join(target, "tmp"), { recursive: true });
  const folder = mkdtempSync(join(target, "tmp", "readme-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules", "narrows-wasm"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "readme", private: true, type: "module" }));
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const found = [...readme.matchAll(/```(?:js|ts) (\w+)\n([\s\S]*?)```/g)];
  for (const [, name, code] of found) writeFileSync(join(folder, FILES[name]), code);
  // The page of the first block, and of the two that talk to one another.
  for (const name of ["main", "page"]) writeFileSync(join(folder, `${name}.html`), `<!doctype html><body><script type="module" src="./${name}.ts"></script></body>`);
  return { folder, names: found.map(([, name]) => name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
