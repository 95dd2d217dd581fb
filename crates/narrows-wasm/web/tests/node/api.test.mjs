// The npm package as others use it, in Node.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const folder = new URL("../../../../../target/npm/narrows-wasm/", import.meta.url);
const { Game, Player, Solver, allowedRows, failOnPurpose, solve, think } = await import(new URL("node.js", folder));

test("the package's example plays a whole game", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL("example.mjs", folder))]);
  assert.match(stdout, /\[Game "Black Narrows"\]\n\[Author "Mark Steere"\]/);
  assert.match(stdout, /(1-0|0-1)\n/);
  assert.match(stdout, /the player to move has a (win|loss)/);
  assert.match(stdout, /illegal move k12: k12 is not on a board of 6x6/);
});

test("no move is played after the end", () => {
  const game = Game.fromPosition("black-narrows", "xx/2");
  assert.throws(() => game.play("a1"), /illegal move a1: the game is over/);
});

test("a view holds everything there is to draw", () => {
  const game = Game.fromPosition("black-narrows", "5/1x3/5/xx3");
  const view = game.view();
  assert.equal(view.stones, 3);
  assert.equal(view.toMove, "second");
  assert.equal(view.cells, "xx....." + "...." + "x" + "......" + "..".slice(0, 2));
  assert.equal(view.legal.length + view.illegal.length + view.stones, 20);
  assert.equal(view.outcome, null);
  assert.equal(view.colorToMove, null);
});

test("Narrows tells who linked and on whose move", () => {
  const game = new Game("narrows", 4, 3);
  for (let ply = 0; !game.outcome(); ply += 1) game.play(think(game.record(), 2, 500, ply).move);
  const outcome = game.outcome();
  const linked = outcome.winnerColor === "black" ? outcome.blackLinked : outcome.whiteLinked;
  assert.ok(linked);
  assert.ok(outcome.moverColor === "black" || outcome.moverColor === "white");
  assert.deepEqual(game.legalMoves(), []);
  for (const point of outcome.linking) assert.equal(game.view().cells[point], ".");
});

test("errors are thrown with the engine's message", () => {
  assert.throws(() => new Game("narrows", 3, 3), /even number of points/);
  assert.throws(() => new Game("chess", 8, 8), /black-narrows or narrows/);
  assert.throws(() => Game.fromPosition("black-narrows", "5/1q3"), Error);
  assert.throws(() => Game.fromRecord("[Game \"Narrows\"]"), /line \d+, column \d+/);
  assert.throws(() => new Player(7, 1), /a level is 1 to 6/);
  const game = new Game("black-narrows", 4, 4);
  assert.throws(() => game.play("swap"), /c3/);
  assert.equal(game.view().plies, 0);
});

test("a panic is an error with words, and other games survive it", () => {
  const game = new Game("black-narrows", 4, 4);
  assert.throws(failOnPurpose, /the engine failed: .*on purpose/s);
  game.play("b2");
  assert.equal(Game.fromRecord(game.record()).view().stones, 1);
});

test("sizes are the ones of the rules", () => {
  assert.deepEqual([...allowedRows("narrows", 3)], Array.from({ length: 13 }, (_, index) => 2 * index + 2));
  assert.deepEqual([...allowedRows("narrows", 1)], Array.from({ length: 12 }, (_, index) => 2 * index + 4));
  assert.equal(allowedRows("black-narrows", 2).length, 25);
  assert.equal(allowedRows("black-narrows", 1).length, 0);
});

test("the same seed gives the same move, and progress is told", () => {
  const record = new Game("black-narrows", 6, 6).record();
  assert.equal(think(record, 4, 500, 11).move, think(record, 4, 500, 11).move);
  const told = [];
  const begun = performance.now();
  const choice = new Player(6, 1).choose(new Game("narrows", 8, 7).record(), 700, (progress) => told.push(progress));
  const spent = performance.now() - begun;
  assert.ok(choice.playouts > 0);
  assert.ok(told.length >= 3, `${told.length} reports`);
  assert.ok(told.at(-1).playouts > 0 && told.at(-1).elapsed <= 700 + 100);
  console.log(`level 6 with 700 ms: ${spent.toFixed(0)} ms, ${choice.playouts} playouts`);
  assert.ok(spent < 1400, `${spent} ms`);
});

test("“Levels 2 to 5 … from a handful of random playouts at level 2 to several hundred at level 5”", () => {
  const record = new Game("black-narrows", 8, 8).record();
  const playouts = [1, 2, 3, 4, 5].map((level) => think(record, level, 0, 3).playouts);
  console.log(`playouts of levels 1 to 5: ${playouts.join(", ")}`);
  assert.deepEqual(playouts, [0, 8, 32, 128, 512]);
});

test("“Level 1 places at random”", () => {
  const record = new Game("black-narrows", 6, 6).record();
  const moves = new Set(Array.from({ length: 60 }, (_, seed) => think(record, 1, 0, seed).move));
  assert.ok(moves.size > 20, `${moves.size} different placements of 60`);
});

test("“Level 5 also solves the position exactly once about two dozen legal placements remain”", () => {
  const game = new Game("black-narrows", 5, 5);
  for (const move of ["c3", "a1"]) game.play(move);
  const choice = think(game.record(), 5, 0, 1);
  assert.equal(choice.solved, true);
  assert.notEqual(choice.value, "unknown");
});

test("“Passing is not allowed”: no move is a pass", () => {
  const game = new Game("narrows", 4, 3, false);
  for (const text of ["pass", "", "a1xa1", "swap"]) assert.throws(() => game.play(text), Error);
  assert.ok(game.legalMoves().every((move) => /^[a-d][1-3]x[a-d][1-3]$/.test(move)));
});

test("the solver's values agree with playing them out", () => {
  const game = new Game("black-narrows", 3, 3);
  const solver = new Solver();
  const { value, moves, best } = solver.solve(game.record(), 5000);
  assert.equal(value, "win");
  assert.ok(best.length > 0);
  for (const { move, value: known } of moves) {
    const next = Game.fromRecord(game.record());
    next.play(move);
    const reply = next.outcome() ? "loss" : solve(next.record(), 5000).value;
    assert.equal(reply, known === "win" ? "loss" : "win", move);
  }
});
