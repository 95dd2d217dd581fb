// The game at the board from JavaScript: what goes in, what comes out, and what is refused. What each sentence of the
// two descriptions asks for is tested in the crate narrows-play.
import assert from "node:assert/strict";
import { test } from "node:test";

const folder = new URL("../../../../../target/npm/narrows-wasm/", import.meta.url);
const { BoardSession, Game, Player, Solver, allowedRows, solve, think } = await import(new URL("node.js", folder));

const said = (effects) => effects.filter(({ type }) => type === "say").map(({ text }) => text).join(" ");
const types = (effects) => effects.map(({ type }) => type);

test("a tap shows, a second tap places, a level answers, Undo takes both back", () => {
  const session = new BoardSession("black-narrows", 5, 4, { second: 3 });
  assert.deepEqual(session.begin(), []);
  session.tap(12);
  assert.equal(session.view().waiting.move, "c3");
  assert.equal(session.view().buttons.confirm, true);
  const effects = session.tap(12);
  assert.deepEqual(types(effects), ["moved", "say", "save", "ask-level", "say"]);
  const { ticket, level, purpose } = effects.find(({ type }) => type === "ask-level");
  assert.deepEqual([level, purpose], [3, "move"]);
  assert.equal(session.view().thinking, "move");
  const choice = think(session.record(), level, 500, 1);
  assert.ok(said(session.answer(ticket, choice)).includes(`Level 3 placed ${choice.move}.`));
  assert.deepEqual(session.moves(), ["c3", choice.move]);
  assert.equal(session.makers(), "pc");
  assert.equal(session.view().counts.startsWith("2 stones · "), true);
  assert.deepEqual(session.answer(ticket, choice), []);
  session.undo();
  assert.deepEqual(session.moves(), []);
});

test("Narrows: stones, targets, the exchange", () => {
  const session = new BoardSession("narrows", 4, 3, { confirm: false });
  session.tap(0);
  const view = session.view();
  assert.equal(view.chosen, 0);
  assert.deepEqual(view.targets, [1, 4]);
  assert.equal(session.labels()[1], "b1, white stone, can be captured");
  session.tap(4);
  assert.equal(session.view().buttons.exchange, true);
  session.takeOver();
  assert.equal(session.view().blackPlayer, "second");
  assert.equal(session.view().players.second.title, "Black");
  assert.equal(session.view().lastPoint, 4);
});

test("New game asks only when a person has moved", () => {
  const session = new BoardSession("black-narrows", 5, 4);
  const next = new BoardSession("narrows", 4, 3);
  session.play("c3");
  assert.deepEqual(types(session.newGame(next)), ["ask-discard"]);
  session.keepPlaying();
  assert.deepEqual(session.moves(), ["c3"]);
  session.newGame(next);
  const started = session.discard().find(({ type }) => type === "started");
  assert.match(started.displaced, /1\. c3 \*/);
  assert.equal(session.view().kind, "narrows");
  assert.equal(types(session.newGame(new BoardSession("narrows", 6, 5)))[0], "started");
});

test("a session is restored as it was saved", () => {
  const session = new BoardSession("black-narrows", 5, 4, { first: 2 });
  const { ticket } = session.begin().find(({ type }) => type === "ask-level");
  session.answer(ticket, { move: "c3" });
  session.setSeats("human", "human");
  session.setDate("2026-11-30");
  const saved = { record: session.record(), makers: session.makers() };
  const restored = BoardSession.fromRecord(saved.record, { makers: saved.makers });
  assert.deepEqual(restored.moves(), ["c3"]);
  assert.equal(restored.view().buttons.undo, false);
  assert.match(restored.record(), /\[Date "2026-11-30"\]/);
});

test("a wrong type is an error that names it", () => {
  const game = new Game("black-narrows", 5, 4);
  const session = new BoardSession("black-narrows", 5, 4);
  const solver = new Solver();
  const record = game.record();
  const wrong = [undefined, null, 5, "x", {}, [], true, () => 1, Symbol("s"), 1n, NaN, -1, 1e99, 2.5];
  const calls = {
    kind: (value) => new Game(value, 5, 4),
    columns: (value) => new Game("black-narrows", value, 4),
    rows: (value) => new BoardSession("black-narrows", 5, value),
    pieRule: (value) => new Game("narrows", 4, 4, value),
    options: (value) => new BoardSession("narrows", 4, 4, value),
    line: (value) => Game.fromPosition("black-narrows", value),
    record: (value) => Game.fromRecord(value),
    "record to think about": (value) => think(value, 1, 0, 1),
    level: (value) => think(record, value, 0, 1),
    budget: (value) => solve(record, value),
    seed: (value) => new Player(1, value),
    progress: (value) => solve(record, 0, value),
    all: (value) => solver.solve(record, 0, null, value),
    move: (value) => game.play(value),
    after: (value) => game.after(value),
    ply: (value) => game.view(value),
    recordAt: (value) => game.recordAt(value),
    names: (value) => game.setNames(value, value),
    date: (value) => game.setDate(value),
    rowsOf: (value) => allowedRows("narrows", value),
    target: (value) => session.tap(value),
    step: (value) => session.step(value),
    seat: (value) => session.setSeats(value, "human"),
    on: (value) => session.setConfirm(value),
    ticket: (value) => session.answer(value, { move: "a1" }),
    choice: (value) => session.answer(1, value),
    reason: (value) => session.failed(1, value),
    newGame: (value) => session.newGame(value),
    makers: (value) => BoardSession.fromRecord(record, { makers: value }),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const value of wrong) {
      try {
        call(value);
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), `${name}: ${error}`);
        assert.doesNotMatch(error.message, /memory|unreachable|out of bounds|Cannot read|is not a function/, name);
      }
    }
  }
  assert.throws(() => new Game("black-narrows", "8", 4), /columns: expected a whole number.*, not a string/);
  assert.throws(() => new Game("black-narrows", 264, 4), /2 to 26 columns.*264/);
  assert.throws(() => game.play(undefined), /move: expected a string, not undefined/);
  assert.throws(() => think(record, 1, "fast", 1), /budget: expected a number of milliseconds, not a string/);
  assert.throws(() => session.tap("c3"), /target: expected a whole number from 0 to 19, not a string/);
  assert.throws(() => session.setSeats(7, "human"), /first: a player is human or a level from 1 to 6/);
  // Nothing happened.
  assert.equal(game.view().plies, 0);
  assert.deepEqual(session.moves(), []);
});
