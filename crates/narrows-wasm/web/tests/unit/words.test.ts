/** The page's sentences about a game, by the engine's view of it, in every language. */
import { afterEach, expect, test } from "vitest";
import type { BoardOptions, Kind } from "narrows-wasm";
import { Session } from "../../src/session";
import { best, LANGUAGES, useWords } from "../../src/strings";
import { countLine, moveSentence, playerName, pointLabels, resultWords, turnSentence } from "../../src/words";
import { at } from "./engine";

afterEach(() => useWords("en"));

const begin = (kind: Kind, options: BoardOptions = {}): Session =>
  kind === "narrows" ? Session.fresh(kind, 4, 3, { pie: false, ...options }) : Session.fresh(kind, 5, 4, options);
const tell = (session: Session): string => turnSentence(session);

test("whose turn it is, and what a tap would do", () => {
  expect(tell(begin("black-narrows"))).toBe("The first player to move: tap any point.");
  expect(tell(begin("black-narrows", { second: 3 }))).toBe("Your turn: tap any point.");
  expect(tell(begin("narrows", { second: 3 }))).toBe("Your turn with Black: tap one of your stones.");
  const black = begin("black-narrows");
  black.tap({ point: at("c3", 5) });
  expect(tell(black)).toBe("c3: tap Confirm, or the stone again.");
  const narrows = begin("narrows");
  narrows.tap({ point: at("a1", 4) });
  expect(tell(narrows)).toBe("a1 can capture 2 stones.");
  narrows.tap({ point: at("b1", 4) });
  expect(tell(narrows)).toBe("a1 x b1: tap Confirm, or the target again.");
});

test("players are called by level, color or order", () => {
  const who = (kind: Kind, options: BoardOptions): string => {
    const { view } = begin(kind, options);
    return LANGUAGES.en.say.who(playerName("first", view));
  };
  expect(who("black-narrows", {})).toBe("The first player");
  expect(who("narrows", {})).toBe("Black");
  expect(who("narrows", { second: 4 })).toBe("You");
  expect(who("narrows", { first: 4 })).toBe("Level 4");
  expect(who("narrows", { first: 4, second: 4 })).toBe("Level 4 (Black)");
});

test("counts, moves, the result and points, in English and in German", () => {
  const session = Session.fromPosition("black-narrows", "xx/2", {});
  expect(session.view.outcome?.winner).toBe("second");
  expect(resultWords(session.view)).toEqual({
    title: "The second player wins",
    detail: "2 stones on the board and no placement left.",
    won: null,
  });
  const black = begin("black-narrows", { second: 1, confirm: false });
  black.tap({ point: at("c3", 5) });
  const { view } = black;
  expect(countLine(view, black.legal.length)).toBe("1 stone · 19 legal placements left");
  expect(moveSentence(playerName("first", view), view.last!)).toBe("You placed c3.");
  expect(pointLabels(view, new Map())(at("c3", 5))).toBe("c3, stone, placed last");
  useWords("de");
  expect(countLine(view, black.legal.length)).toBe("1 Stein · noch 19 erlaubte Züge");
  expect(moveSentence(playerName("first", view), view.last!)).toBe("Du hast auf c3 gesetzt.");
  expect(pointLabels(view, new Map())(at("c3", 5))).toBe("c3, Stein, zuletzt gesetzt");
  expect(resultWords(session.view).title).toBe("Spieler 2 gewinnt");
});

test("the browser's languages choose the words", () => {
  expect(best(["de-AT", "en"])).toBe("de");
  expect(best(["fr", "en-GB", "de"])).toBe("en");
  expect(best(["fr", "toString", "constructor"])).toBe("en");
  expect(best([])).toBe("en");
});
