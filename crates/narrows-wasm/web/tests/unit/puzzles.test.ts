/** The puzzles are what they are said to be, and the rating is Glicko's. */
import { readFileSync } from "node:fs";
import { Solver } from "narrows-wasm";
import { describe, expect, test } from "vitest";
import { Progress } from "../../src/progress";
import { parsePuzzles } from "../../src/puzzle-list";
import { afterPuzzle, rate, UNKNOWN } from "../../src/rating";
import { SafeStorage, type Area } from "../../src/storage";
import { area } from "./area";
import { Game } from "./engine";

const text = readFileSync(new URL("../../src/puzzles.txt", import.meta.url), "utf8");
const puzzles = parsePuzzles(text);

test("every line is a puzzle; there are several hundred of both games, easiest first", () => {
  expect(puzzles.length).toBe(text.trim().split("\n").length - 1);
  expect(puzzles.length).toBeGreaterThan(300);
  for (const kind of ["black-narrows", "narrows"]) expect(puzzles.filter((puzzle) => puzzle.kind === kind).length).toBeGreaterThan(150);
  expect(new Set(puzzles.map(({ position }) => position)).size).toBe(puzzles.length);
  const ratings = puzzles.map(({ rating }) => rating);
  expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
  expect(ratings.at(-1)! - ratings[0]!).toBeGreaterThan(800);
});

test("every puzzle has one winning move, the one named, and all others lose", () => {
  const solver = new Solver();
  for (const { kind, position, win } of puzzles) {
    const game = Game.fromPosition(kind, position, false);
    const { best, moves } = solver.solve(game.record(), 30_000, null);
    expect(best, position).toEqual([win]);
    expect(moves.every(({ value }) => value !== "unknown"), position).toBe(true);
    game.free();
  }
}, 120_000);

describe("the rating", () => {
  test("is that of the example in Glickman's description of the system", () => {
    const games = [
      { against: { value: 1400, deviation: 30 }, score: 1 },
      { against: { value: 1550, deviation: 100 }, score: 0 },
      { against: { value: 1700, deviation: 300 }, score: 0 },
    ];
    const { value, deviation } = rate({ value: 1500, deviation: 200 }, games);
    expect(Math.round(value)).toBe(1464);
    expect(deviation).toBeCloseTo(151.4, 1);
  });

  test("rises with a puzzle solved, falls with one missed, and stays open", () => {
    let rating = UNKNOWN;
    expect(afterPuzzle(rating, 900, true).value).toBeGreaterThan(rating.value);
    expect(afterPuzzle(rating, 900, false).value).toBeLessThan(rating.value);
    for (let round = 0; round < 200; round += 1) rating = afterPuzzle(rating, rating.value, round % 2 === 0);
    expect(rating.deviation).toBe(50);
  });
});

describe("progress", () => {
  const store = (kept?: string): Progress => new Progress(new SafeStorage(() => area(kept === undefined ? {} : { "narrows.puzzles": kept })));

  test("who solves gets harder puzzles, who misses easier ones, and none twice while there are others", () => {
    for (const solves of [true, false]) {
      const progress = store();
      const seen = new Set<string>();
      const first = progress.next(puzzles, null);
      let puzzle = first;
      for (let round = 0; round < 20; round += 1) {
        expect(seen.has(puzzle.position)).toBe(false);
        seen.add(puzzle.position);
        progress.tried(puzzle, solves);
        puzzle = progress.next(puzzles, puzzle);
      }
      expect(Math.sign(puzzle.rating - first.rating)).toBe(solves ? 1 : -1);
      expect(progress.count(puzzles)).toBe(solves ? 20 : 0);
    }
  });

  test("only the first try counts; one that was missed can still be solved", () => {
    const progress = store();
    const puzzle = progress.next(puzzles, null);
    progress.tried(puzzle, false);
    const { value } = progress.rating;
    progress.tried(puzzle, true);
    expect(progress.rating.value).toBe(value);
    expect(progress.solved(puzzle)).toBe(true);
  });

  test("is read once and before each change: what another tab has solved stays solved", () => {
    const kept = area();
    let reads = 0;
    const counted = (): Area => ({ ...kept, get length() { return kept.length; }, getItem: (key) => ((reads += 1), kept.getItem(key)) });
    const one = new Progress(new SafeStorage(counted));
    const [first, second] = [puzzles[0]!, puzzles[1]!];
    new Progress(new SafeStorage(() => kept)).tried(first, true);
    one.tried(second, true);
    reads = 0;
    // As often as a screen is drawn.
    for (let draw = 0; draw < 10; draw += 1) expect([one.solved(first), one.count(puzzles), one.rating.value > UNKNOWN.value]).toEqual([true, 2, true]);
    expect(reads).toBe(0);
  });

  test("the game that is wanted, when all are solved too; damaged data is no obstacle", () => {
    const progress = store('{"rating":{"value":"x","deviation":-1},"wanted":7,"seen":[3]}');
    expect(progress.rating).toEqual(UNKNOWN);
    progress.want("narrows");
    for (const puzzle of puzzles) progress.tried(puzzle, true);
    expect(progress.next(puzzles, null).kind).toBe("narrows");
    for (const bad of ["null", "7", "{", '{"seen":{"a":"b"}}']) expect(store(bad).count(puzzles)).toBe(0);
  });
});
