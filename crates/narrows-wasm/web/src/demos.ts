/**
 * Where the demonstrations on the first screen begin, and what the board looks like there, for it is
 * painted before the engine can be asked. A unit test asks it.
 */
import type { Kind } from "narrows-wasm";

export interface Demo {
  readonly position: string;
  readonly columns: number;
  readonly cells: string;
  readonly illegal: readonly number[];
  readonly last: number | null;
}

export const DEMOS: Readonly<Record<Kind, Demo>> = {
  "black-narrows": {
    position: "3x2/6/1x4/x5/x3xx",
    columns: 6,
    cells: "x...xxx......x.............x..",
    illegal: [1, 11],
    last: 5,
  },
  narrows: {
    position: "bwbww1/1wb1wb/1b1bbw/bbwbww/1wbwb1 w -",
    columns: 6,
    cells: ".wbwb.bbwbww.b.bbw.wb.wbbwbww.",
    illegal: [],
    last: 20,
  },
};
