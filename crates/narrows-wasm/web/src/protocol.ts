/** What the page and its search workers say to one another. */
import type { ChoiceInfo, Progress, SolutionInfo } from "narrows-wasm";

/** A level is asked for a move. */
export interface ThinkRequest {
  readonly type: "think";
  readonly id: number;
  /** The whole game so far, as its record. */
  readonly record: string;
  readonly level: number;
  /** Milliseconds level 6 may take. */
  readonly budget: number;
  readonly seed: number;
}

/** The solver is asked for exact values. */
export interface SolveRequest {
  readonly type: "solve";
  readonly id: number;
  readonly record: string;
  readonly budget: number;
  /** The value of every move, not only the position's own. */
  readonly all: boolean;
}

export type Request = ThinkRequest | SolveRequest;

export type Reply =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly id: number; readonly progress: Progress }
  | { readonly type: "choice"; readonly id: number; readonly choice: ChoiceInfo }
  | { readonly type: "solution"; readonly id: number; readonly solution: SolutionInfo }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
