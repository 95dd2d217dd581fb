// `narrows gtp` driven by the Go Text Protocol client of Sabaki, unmodified. Black Narrows and Narrows
// are games by Mark Steere (marksteeregames.com).
//
// NARROWS names the program. Three engines sit at a table: two play, the third is only told the moves and
// asked what the rules say, as GoGui does.

import assert from "node:assert/strict";
import {test} from "node:test";
import gtp from "@sabaki/gtp";

const {ControllerStateTracker} = gtp;
const PROGRAM = process.env.NARROWS;
assert.ok(PROGRAM, "NARROWS must name the program");

/** Starts an engine; it is stopped when the test ends. */
function engine(t, game, size, level, ...more) {
  const args = ["gtp", game, "--size", size, "--level", `${level}`, "--seed", `${level}`, ...more];
  const tracker = ControllerStateTracker.fromController(PROGRAM, args);
  t.after(() => tracker.controller.stop());
  return tracker;
}

/** Sends a command that must succeed. */
async function ask(tracker, name, ...args) {
  const response = await tracker.queueCommand({name, args});
  assert.equal(response.error, false, `${name} ${args.join(" ")}: ${response.content}`);
  return response.content.trim();
}

/** Plays a game to its end; answers with the moves and the colour that resigned. */
async function play(players, referee) {
  const history = [];
  for (;;) {
    const color = (await ask(referee, "gogui-rules_side_to_move"))[0].toUpperCase();
    const legal = (await ask(referee, "gogui-rules_legal_moves")).split(/\s+/).filter(Boolean);
    const point = (await ask(players[color], "genmove", color)).toUpperCase();
    if (legal.length === 0) {
      assert.equal(point, "RESIGN");
      return {history, loser: color};
    }
    assert.ok(legal.includes(point), `${color} ${point} is not one of ${legal.join(" ")}`);
    history.push({name: "play", args: [color, point]});
    // Whoever has not heard of the move is told by the client itself.
    const boardsize = players.B.state.boardsize;
    for (const tracker of [players.B, players.W, referee]) await tracker.sync({boardsize, history});
  }
}

async function table(t, game, size, boardsize, ...more) {
  const players = {B: engine(t, game, size, 3, ...more), W: engine(t, game, size, 2, ...more)};
  const referee = engine(t, game, size, 1, ...more);
  for (const tracker of [players.B, players.W, referee]) {
    await tracker.sync({boardsize, komi: 0, timeSettings: {mainTime: 0, byoyomiTime: 1, byoyomiStones: 1}, history: []});
  }
  return {players, referee};
}

test("the client knows what the engine can do", async t => {
  const tracker = engine(t, "black-narrows", "6x6", 1);
  assert.equal(await ask(tracker, "protocol_version"), "2");
  for (const name of ["genmove", "undo", "time_settings", "time_left", "final_score", "gogui-rules_legal_moves"]) {
    assert.ok(await tracker.knowsCommand(name), name);
  }
  const response = await tracker.queueCommand({name: "no_such_command"});
  assert.equal(response.error, true);
});

for (const [game, size, boardsize, ...more] of [
  ["black-narrows", "6x6", [6, 6]],
  ["black-narrows", "7x4", [7, 4]],
  ["narrows", "6x5", [6, 5], "--no-pie"],
]) {
  test(`a game of ${game} on ${size}, a referee beside it`, async t => {
    const {players, referee} = await table(t, game, size, boardsize, ...more);
    const {history, loser} = await play(players, referee);
    assert.ok(history.length >= 4);
    assert.equal(await ask(referee, "final_score"), loser === "B" ? "W+1" : "B+1");
    assert.match(await ask(referee, "gogui-rules_final_result"), loser === "B" ? /white/i : /black/i);
  });

  test(`going back in a game of ${game} on ${size}`, async t => {
    const {players, referee} = await table(t, game, size, boardsize, ...more);
    const {history} = await play(players, referee);
    const end = await ask(referee, "showboard");
    // The client takes moves back one by one, then plays them again, then begins anew.
    const cut = Math.ceil((2 * history.length) / 3);
    await referee.sync({boardsize, history: history.slice(0, cut)});
    const middle = await ask(referee, "showboard");
    assert.notEqual(middle, end);
    await referee.sync({boardsize, history});
    assert.equal(await ask(referee, "showboard"), end);
    await referee.sync({boardsize, history: []});
    await referee.sync({boardsize, history: history.slice(0, cut)});
    assert.equal(await ask(referee, "showboard"), middle);
  });
}
