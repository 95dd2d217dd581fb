/** What a board shows. */
import type { BoardView, MoveInfo, Value } from "narrows-wasm";

/** What is drawn of a game: a part of the engine's `BoardView`. */
export type Drawn = Pick<
  BoardView,
  "kind" | "columns" | "rows" | "cells" | "colorToMove" | "lastPoint" | "illegal" | "targets" | "active" | "waiting" | "chosen" | "hint" | "outcome"
>;

/** What is to be drawn. */
export interface Scene {
  readonly view: Drawn;
  /** Marks of the solver. */
  readonly verdicts: ReadonlyMap<number, Value>;
  /** The move just made, to be animated. */
  readonly arriving: MoveInfo | null;
  readonly label: (point: number) => string;
  readonly name: string;
}

/** A board with nothing on it but what `view` says. */
export const plain = (view: Omit<Drawn, "targets" | "active" | "waiting" | "chosen" | "hint">): Drawn => ({
  ...view,
  targets: [],
  active: [],
  waiting: null,
  chosen: null,
  hint: null,
});
