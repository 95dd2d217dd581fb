import { describe, expect, test } from "vitest";
import { Session } from "../../src/session";
import type { Seats } from "../../src/settings";
import { at, Game, game } from "./engine";

const HUMANS: Seats = { first: "human", second: "human" };
const black = (confirm: boolean, seats = HUMANS): Session => new Session(game("black-narrows", 5, 4), "t", seats, confirm);
const colored = (confirm: boolean, seats = HUMANS, pie = false): Session =>
  new Session(game("narrows", 4, 3, pie), "t", seats, confirm);
const b = (name: string): { point: number } => ({ point: at(name, 5) });
const n = (name: string): { point: number } => ({ point: at(name, 4) });

describe("Black Narrows", () => {
  test("without Confirm a tap places at once", () => {
    const session = black(false);
    expect(session.tap(b("c3"))).toBe("played");
    expect(session.live.stones).toBe(1);
    expect(session.live.lastPoint).toBe(at("c3", 5));
  });

  test("with Confirm a tap shows, a second tap places", () => {
    const session = black(true);
    expect(session.tap(b("c3"))).toBe("pending");
    expect(session.live.stones).toBe(0);
    expect(session.tap(b("c3"))).toBe("played");
  });

  test("another legal point moves the waiting stone", () => {
    const session = black(true);
    session.tap(b("c3"));
    expect(session.tap(b("d2"))).toBe("moved-pending");
    expect(session.pending?.move).toBe("d2");
    expect(session.confirmPending()).toBe("played");
    expect(session.live.last?.move).toBe("d2");
  });

  test("a stone, an illegal point, between the points, off the board and Undo take it back", () => {
    const session = black(true);
    for (const point of ["b1", "b1"]) session.tap(b(point));
    for (const point of ["a2", "a2"]) session.tap(b(point));
    expect(session.live.illegal).toContain(at("a1", 5));
    for (const target of [b("b1"), b("a1"), "between", "off"] as const) {
      session.tap(b("e4"));
      expect(session.pending).not.toBeNull();
      expect(session.tap(target)).toBe("taken-back");
      expect(session.pending).toBeNull();
    }
    session.tap(b("e4"));
    expect(session.undo()).toBe("taken-back");
    expect(session.live.stones).toBe(2);
  });

  test("the preview is the position after the waiting stone", () => {
    const session = black(true);
    for (const point of ["b1", "b1", "a2"]) session.tap(b(point));
    expect(session.live.illegal).toEqual([]);
    expect(session.preview?.illegal).toContain(at("a1", 5));
  });

  test("Undo is off before anything, on while a first stone waits", () => {
    const session = black(true);
    expect(session.canUndo).toBe(false);
    session.tap(b("c3"));
    expect(session.canUndo).toBe(true);
  });
});

describe("Undo", () => {
  test("takes back a person's last move with the computer's reply", () => {
    const session = black(false, { first: "human", second: 3 });
    session.tap(b("c3"));
    session.play("a1", 1);
    session.tap(b("e4"));
    session.play("b4", 1);
    session.undo();
    expect(session.live.plies).toBe(2);
    session.undo();
    expect(session.live.plies).toBe(0);
    expect(session.canUndo).toBe(false);
  });

  test("takes back the move alone while the computer has not replied", () => {
    const session = black(false, { first: "human", second: 3 });
    session.tap(b("c3"));
    session.undo();
    expect(session.live.plies).toBe(0);
  });

  test("is not available before a person's first move, nor with two computers", () => {
    const session = black(false, { first: 3, second: "human" });
    session.play("c3", 1);
    expect(session.canUndo).toBe(false);
    const watched = black(false, { first: 3, second: 2 });
    watched.play("c3", 1);
    expect(watched.canUndo).toBe(false);
  });
});

describe("Narrows", () => {
  test("a tap on an own stone chooses it, a target captures", () => {
    const session = colored(false);
    expect(session.tap(n("a1"))).toBe("chosen");
    expect(session.choices.map((move) => move.move)).toEqual(["a1xa2", "a1xb1"]);
    expect(session.tap(n("a2"))).toBe("played");
    expect(session.live.cells[at("a1", 4)]).toBe(".");
  });

  test("with Confirm the target waits; the target again captures", () => {
    const session = colored(true);
    session.tap(n("a1"));
    expect(session.tap(n("a2"))).toBe("pending");
    expect(session.live.plies).toBe(0);
    expect(session.tap(n("a2"))).toBe("played");
  });

  test("another own stone is chosen instead, anywhere else cancels", () => {
    const session = colored(true);
    session.tap(n("a1"));
    session.tap(n("a2"));
    expect(session.tap(n("c1"))).toBe("chosen");
    expect(session.pending).toBeNull();
    expect(session.selected).toBe(at("c1", 4));
    for (const target of ["between", "off", n("d3"), n("c1")] as const) {
      session.takeBack();
      session.tap(n("c1"));
      expect(session.tap(target)).toBe("cancelled");
      expect(session.selected).toBeNull();
    }
    session.tap(n("a1"));
    session.tap(n("a2"));
    expect(session.tap(n("b1"))).toBe("cancelled");
    expect(session.selected).toBeNull();
  });

  test("the exchange swaps the colors of the players, not of the stones", () => {
    const session = colored(false, HUMANS, true);
    session.tap(n("a1"));
    session.tap(n("a2"));
    expect(session.exchangeOpen).toBe(true);
    const { cells } = session.live;
    session.play("swap", 1);
    expect(session.live.cells).toBe(cells);
    expect(session.live.blackPlayer).toBe("second");
    expect(session.live.toMove).toBe("first");
    expect(session.live.colorToMove).toBe("white");
    expect(session.live.lastPoint).toBe(at("a2", 4));
  });
});

describe("looking back", () => {
  test("shows earlier positions and does not let play there", () => {
    const session = black(false);
    for (const point of ["c3", "a1", "e4"]) session.tap(b(point));
    session.goTo(1);
    expect(session.view.stones).toBe(1);
    expect(session.tap(b("b2"))).toBe("none");
    expect(session.canUndo).toBe(false);
    session.goTo(3);
    expect(session.atEnd).toBe(true);
    expect(session.tap(b("b2"))).toBe("played");
  });
});

describe("the engine's handle", () => {
  test("errors carry the engine's message", () => {
    expect(() => new Game("black-narrows", 1, 4)).toThrow(/2 to 26 columns/);
    expect(() => Game.fromRecord("nonsense")).toThrow(/line 1/);
    const play = game("black-narrows", 5, 4);
    expect(() => play.play("z9")).toThrow(/not on a board/);
    expect(play.view().stones).toBe(0);
  });

  test("records go round", () => {
    const session = black(false);
    for (const point of ["c3", "a1"]) session.tap(b(point));
    session.nameSeats("2026-11-29");
    const text = session.game.record();
    expect(Game.fromRecord(text).record()).toBe(text);
    expect(session.game.recordAt(1)).not.toContain("a1");
  });
});
