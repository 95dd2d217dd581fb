/** The real engine, read from the built package: the page's logic is tested against the true rules. */
import { readFileSync } from "node:fs";
import { Game, initSync, type Kind } from "narrows-wasm";

const wasm = new URL("../../../../../target/npm/narrows-wasm/narrows_wasm_bg.wasm", import.meta.url);
initSync({ module: readFileSync(wasm) });

export { Game };

export function game(kind: Kind, columns: number, rows: number, pie = true): Game {
  return new Game(kind, columns, rows, pie);
}

/** The number of a point such as `c3` on a board with this many columns. */
export function at(name: string, columns: number): number {
  return (Number(name.slice(1)) - 1) * columns + name.charCodeAt(0) - 97;
}
