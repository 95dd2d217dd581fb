/** The puzzles: positions that the solver has proved to have exactly one winning move. Fetched when they are wanted. */
import type { Kind } from "narrows-wasm";
import address from "./puzzles.txt?url";
import { KINDS } from "./settings";
import { t } from "./strings";

export interface Puzzle {
  readonly kind: Kind;
  readonly position: string;
  /** The only move that wins. */
  readonly win: string;
  /** How hard it is, as the Elo rating of whoever solves it every other time. */
  readonly rating: number;
}

/** What a puzzle is remembered by. */
export const nameOf = ({ kind, position }: Puzzle): string => `${kind} ${position}`;

/** Reads the lines that the example `puzzles` of narrows-ai writes. */
export function parsePuzzles(text: string): Puzzle[] {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.flatMap((line) => {
    const [game, win, rating, ...position] = line.split(" ");
    const kind = KINDS.find((name) => name === game);
    return kind && win ? [{ kind, win, rating: Number(rating), position: position.join(" ") }] : [];
  });
}

let loaded: Promise<Puzzle[]> | null = null;

/** All puzzles, easiest first. Tries again after a failure. */
export function loadPuzzles(): Promise<Puzzle[]> {
  loaded ??= (async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(t.search.notLoaded(answer.status));
    return parsePuzzles(await answer.text());
  })();
  loaded.catch(() => (loaded = null));
  return loaded;
}
