import { expect, test } from "vitest";
import { DEMOS } from "../../src/demos";
import { Game } from "./engine";

test.each(["black-narrows", "narrows"] as const)("the picture of %s on the first screen is what the engine says", (kind) => {
  const { position, columns, cells, illegal, last } = DEMOS[kind];
  const view = Game.fromPosition(kind, position, false).view();
  expect(view.outcome).toBeNull();
  expect({ columns: view.columns, cells: view.cells }).toEqual({ columns, cells });
  expect(new Set(view.illegal)).toEqual(new Set(illegal));
  expect(cells[last!]).not.toBe(".");
});
