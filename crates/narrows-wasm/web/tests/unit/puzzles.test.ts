import { Solver } from "narrows-wasm";
import { expect, test } from "vitest";
import puzzles from "../../src/puzzles.json";
import { Game } from "./engine";

test.each(puzzles)("puzzle $kind $position has one winning move, $win", ({ kind, position, win }) => {
  const game = Game.fromPosition(kind as "narrows", position, false);
  const { best, moves } = new Solver().solve(game.record(), 30_000, null);
  expect(best).toEqual([win]);
  expect(moves.every(({ value }) => value !== "unknown")).toBe(true);
});
