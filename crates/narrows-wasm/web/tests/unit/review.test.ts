import { expect, test } from "vitest";
import { betterThan, opinionOf, type Opinion } from "../../src/review";

test("an opinion is the first player's, whoever is to move", () => {
  expect(opinionOf({ value: "unknown", expected: 0.7, move: "c3" }, 0)).toEqual({ first: 0.7, move: "c3" });
  expect(opinionOf({ value: "unknown", expected: 0.75, move: "c3" }, 3)).toEqual({ first: 0.25, move: "c3" });
  expect(opinionOf({ value: "win", expected: 0.6, move: "c3" }, 1)).toEqual({ first: 0, move: "c3" });
  expect(opinionOf({ value: "loss", expected: 0.6, move: "c3" }, 2)).toEqual({ first: 0, move: "c3" });
});

test("a mistake is a move that costs its player a lot, and was not level 6's own", () => {
  const opinions = new Map<number, Opinion>([
    [0, { first: 0.9, move: "a1" }],
    [1, { first: 0.3, move: "b2" }],
    [2, { first: 0.95, move: "c3" }],
    [3, { first: 0.85, move: "d4" }],
  ]);
  expect(betterThan(0, "e5", opinions)).toBe("a1");
  expect(betterThan(0, "a1", opinions)).toBeNull();
  expect(betterThan(1, "e5", opinions)).toBe("b2");
  expect(betterThan(2, "e5", opinions)).toBeNull();
  expect(betterThan(3, "e5", opinions)).toBeNull();
  expect(betterThan(7, "e5", opinions)).toBeNull();
});
