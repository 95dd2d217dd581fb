// What the page does beyond the two descriptions, and how it behaves, in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { Game, solve } from "../../../../../target/npm/narrows-wasm/node.js";
import { DESKTOP, PHONE, black, eight, narrows, play, settings, table, watchTasks } from "./support.mjs";

const { page, site } = await table({ after, test });

// ---- beyond the descriptions ----

page("board and stones can look otherwise, also at the next visit before any script", { path: black, context: { ...DESKTOP, colorScheme: "light" } }, async (player) => {
  await play(player, ["c3"]);
  const looks = () =>
    player.page.evaluate(() => ["data-board", "data-stones"].map((name) => document.documentElement.getAttribute(name)).concat(getComputedStyle(document.querySelector(".slab")).fill));
  const [, , wood] = await looks();
  const menu = await player.menu();
  await menu.getByLabel("Board", { exact: true }).selectOption("Moss");
  await menu.getByLabel("Stones", { exact: true }).selectOption("Flat");
  await player.until((before) => getComputedStyle(document.querySelector(".slab")).fill !== before, wood);
  await player.until(() => getComputedStyle(document.querySelector(".slab")).fill === "rgb(205, 220, 186)");
  await player.page.reload();
  await player.untilPlies(1);
  assert.deepEqual(await looks(), ["moss", "flat", "rgb(205, 220, 186)"]);
  // On paper every board is white.
  await player.page.emulateMedia({ media: "print" });
  await player.until(() => getComputedStyle(document.querySelector(".slab")).fill === "rgb(255, 255, 255)");
  await player.page.emulateMedia({ media: null });
  const again = await player.menu();
  await again.getByLabel("Board", { exact: true }).selectOption("Wood");
  await player.until((before) => getComputedStyle(document.querySelector(".slab")).fill === before, wood);
});

page("step back and forth through the game", { path: black }, async (player) => {
  await play(player, ["c3", "a1", "e4"]);
  await player.press("Step back");
  assert.deepEqual(await player.marked(".stone"), ["a1", "c3"]);
  assert.deepEqual(await player.marked(".last-ring"), ["a1"]);
  assert.equal(await player.plies(), "move 2 of 3");
  await player.tap("b4");
  assert.deepEqual(await player.marked(".stone"), ["a1", "c3"]);
  await player.press("First position");
  assert.deepEqual(await player.marked(".stone"), []);
  await player.press("Step forward");
  assert.deepEqual(await player.marked(".stone"), ["c3"]);
  await player.press("Latest position");
  assert.equal(await player.plies(), "move 3 of 3");
  await player.key(",");
  assert.equal(await player.plies(), "move 2 of 3");
  await player.key(".");
  await player.tap("b4");
  assert.equal(await player.plies(), "move 4 of 4");
});

page("analysis marks every legal move won or lost, by shape and words", { path: black, stored: settings({ analysis: true, sizes: { "black-narrows": { columns: 4, rows: 4 } } }) }, async (player) => {
  await player.tap("b2");
  await player.until(() => document.querySelectorAll(".verdict").length === 15, null, 20000);
  const [wins, losses] = [await player.marked(".verdict.win"), await player.marked(".verdict.loss")];
  assert.equal(wins.length + losses.length, 15);
  for (const point of wins) assert.match(await player.label(point), /, wins$/);
  for (const point of losses) assert.match(await player.label(point), /, loses$/);
  if (wins.length && losses.length) {
    assert.notEqual(
      await player.cell(wins[0]).locator(".verdict path").last().getAttribute("d"),
      await player.cell(losses[0]).locator(".verdict path").last().getAttribute("d"),
    );
  }
  await player.key("a");
  assert.deepEqual(await player.marked(".verdict"), []);
});

page("analysis of Narrows marks stones, then the targets of the one chosen", { path: narrows, stored: settings({ analysis: true, pie: false }) }, async (player) => {
  await player.until(() => document.querySelectorAll(".verdict").length > 0, null, 20000);
  await player.tap("a1");
  const marked = await player.marked(".verdict");
  assert.deepEqual(marked, ["a2", "b1"]);
});

/** The puzzle on the screen: the line of the file whose position its board shows. */
async function shownPuzzle(player) {
  const lines = readFileSync(new URL("../../src/puzzles.txt", import.meta.url), "utf8").split("\n").slice(1, -1);
  const stones = (await player.marked(".stone")).join();
  const of = (line) => {
    const [kind, win, rating, position] = line.split(" ");
    const rows = position.split("/").reverse();
    const names = rows.flatMap((row, y) => {
      const cells = row.replace(/\d+/g, (run) => ".".repeat(Number(run)));
      return [...cells].flatMap((cell, x) => (cell === "." ? [] : [`${String.fromCharCode(97 + x)}${y + 1}`]));
    });
    return { kind, win, rating, stones: names.sort().join() };
  };
  const points = await player.page.locator("[role=gridcell]").count();
  const size = (line) => line.split(" ")[3].split("/").reduce((sum, row) => sum + [...row.replace(/\d+/g, (run) => ".".repeat(Number(run)))].length, 0);
  const rating = /rated (\d+)/.exec(await player.text(".puzzle-name"))[1];
  return lines.filter((line) => size(line) === points).map(of).find((puzzle) => puzzle.stones === stones && puzzle.rating === rating);
}

page("puzzles: one placement wins, find it; a wrong one is answered by its refutation", { path: "#/puzzles" }, async (player) => {
  await player.page.getByLabel("Puzzles of").selectOption("Black Narrows");
  const first = await shownPuzzle(player);
  assert.equal(first.kind, "black-narrows");
  assert.match(await player.message(), /^One placement wins: find it\.$/);
  assert.match(await player.text(".puzzle-rating"), /^Your rating: 900 ± 300 · 0 of \d+ solved$/);
  const active = () => player.page.locator(".cell.active").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").split(",")[0]));
  const wrong = (await active()).find((point) => point !== first.win);
  await player.tap(wrong);
  assert.match(await player.message(), /^That placement loses\./);
  assert.deepEqual(await player.marked(".verdict.loss"), [wrong]);
  const rating = await player.text(".puzzle-rating");
  assert.ok(Number(/rating: (\d+)/.exec(rating)[1]) < 900);
  await player.press("Why not?");
  await player.until(() => /loses to|ends the game/.test(document.querySelector(".message").textContent));
  const told = await player.message();
  const answer = /^[a-z]\d+ loses to ([a-z]\d+)/.exec(told)[1];
  assert.ok(told.startsWith(`${wrong} loses to `));
  assert.ok(await player.has(answer, ".last-ring"));
  assert.ok(await player.has(wrong, ".stone"));
  // A tap goes back to the puzzle; the second try does not count.
  await player.tap(answer);
  assert.deepEqual(await player.marked(".verdict.loss"), [wrong]);
  await player.tap(first.win);
  assert.match(await player.message(), new RegExp(`^Right: ${first.win} is the only move that wins`));
  assert.match(await player.text(".puzzle-rating"), new RegExp(`^${rating.split(" ·")[0]} · 1 of`));
  await player.press("Next");
  assert.notEqual((await shownPuzzle(player)).stones, first.stones);
  await player.press("Previous");
  assert.match(await player.text(".puzzle-name"), /, solved$/);
  await player.page.reload();
  await player.page.waitForSelector(".puzzle-name");
  assert.match(await player.text(".puzzle-rating"), / · 1 of/);
  assert.notEqual((await shownPuzzle(player)).stones, first.stones);
});

page("puzzles of Narrows: a wrong capture is answered, the right one wins", { path: "#/puzzles" }, async (player) => {
  await player.page.getByLabel("Puzzles of").selectOption("Narrows");
  const { kind, win } = await shownPuzzle(player);
  assert.equal(kind, "narrows");
  const [from, to] = win.split("x");
  await player.tap(from);
  const others = (await player.marked(".target-dot")).filter((point) => point !== to);
  await player.tap(from);
  // Another stone's capture, where this one has no other.
  const movers = (await player.page.locator(".cell.active").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").split(",")[0]))).filter((point) => point !== from);
  const stone = others.length ? from : movers[0];
  await player.tap(stone);
  await player.tap(others[0] ?? (await player.marked(".target-dot"))[0]);
  assert.match(await player.message(), /^That capture loses\./);
  await player.press("Why not?");
  await player.until(() => /loses to|ends the game/.test(document.querySelector(".message").textContent));
  await player.press("Again");
  await play(player, [win]);
  assert.match(await player.message(), /^Right: /);
});

page("level 6 plays a whole game against the page without a long task while it thinks", { path: black, stored: settings({ sizes: { "black-narrows": { columns: 6, rows: 6 } }, seats: { first: 6, second: 6 } }), timeout: 150000 }, async (player) => {
  // Traced, because a task's time on the clock also grows with whatever else the machine does: what
  // counts is the processor time the page's main thread spends in one task.
  const client = await player.page.context().newCDPSession(player.page);
  const events = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await client.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "__metadata"] } });
  await watchTasks(player);
  await player.until(() => document.querySelector(".play.over"), null, 140000);
  const complete = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
  await client.send("Tracing.end");
  await complete;
  const main = new Set(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(({ name, ph, pid, tid }) => /RunTask$/.test(name) && ph === "X" && main.has(`${pid} ${tid}`));
  assert.ok(tasks.length > 100, `${tasks.length} tasks`);
  const spent = Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000;
  const clock = await player.page.evaluate(() => window.longTasks);
  console.log(`level 6 against itself on 6x6: ${await player.plies()}; longest task ${spent.toFixed(1)} ms of the processor; over 50 ms on the clock: ${JSON.stringify(clock)}`);
  assert.ok(spent < 50, `${spent} ms`);
});

for (const [name, act] of Object.entries({
  Stop: (player) => player.button("Stop"),
  Undo: (player) => player.button("Undo"),
  "New game": (player) => player.button("New game"),
})) {
  page(`${name} cancels the search within 100 ms`, { path: black, stored: settings({ sizes: { "black-narrows": { columns: 13, rows: 13 } }, seats: { first: "human", second: 6 } }) }, async (player) => {
    await player.tap("c3");
    await player.until(() => document.querySelector(".thinking"));
    await player.page.waitForTimeout(700);
    const button = await act(player).elementHandle();
    const took = await button.evaluate(
      (control) =>
        new Promise((resolve) => {
          const begun = performance.now();
          const check = () => (document.querySelector(".thinking") ? requestAnimationFrame(check) : resolve(performance.now() - begun));
          control.click();
          check();
        }),
    );
    console.log(`${name}: ${took.toFixed(1)} ms`);
    assert.ok(took < 100, `${took} ms`);
    await player.page.waitForTimeout(400);
    assert.match(await player.plies(), name === "Undo" ? /^no moves yet$/ : /^move 1 of 1$/);
    if (name === "Stop") {
      await player.press("Go on");
      await player.untilPlies(2, 9000);
    }
  });
}

page("a person's stone is painted before the computer starts", { path: black, stored: settings({ sizes: eight, seats: { first: "human", second: 6 } }) }, async (player) => {
  await player.page.evaluate(() => {
    window.order = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message?.type === "think") window.order.push(window.paintedStone ? "painted" : "unpainted");
      return post.call(this, message, ...rest);
    };
    new MutationObserver(() => {
      if (!document.querySelector(".last-ring") || window.seen) return;
      window.seen = true;
      requestAnimationFrame(() => (window.paintedStone = true));
    }).observe(document.querySelector(".board"), { subtree: true, childList: true });
  });
  await player.tap("d4");
  await player.until(() => window.order.length > 0);
  assert.deepEqual(await player.page.evaluate(() => window.order), ["painted"]);
});

page("a failure of the engine is told in words and the game survives it", { path: "" }, async (player) => {
  await player.page.addInitScript(() => {
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (module, imports) => {
      const instance = await instantiate(module, imports);
      const exports = { ...instance.exports };
      const original = exports.boardsession_tap;
      exports.boardsession_tap = (...args) => {
        if (!window.failNow) return original(...args);
        window.failNow = false;
        throw new Error("the engine failed: a test");
      };
      return new Proxy(instance, { get: (target, key) => (key === "exports" ? exports : Reflect.get(target, key)) });
    };
  });
  await player.page.goto(site.url + black);
  await player.page.reload();
  await play(player, ["c3", "a1"]);
  await player.page.evaluate(() => (window.failNow = true));
  await player.tap("e4");
  assert.match(await player.message(), /^The engine failed\. The game is as it was before your last move\.$/);
  assert.equal(await player.plies(), "move 2 of 2");
  await player.tap("e4");
  assert.equal(await player.plies(), "move 3 of 3");
  player.errors = player.errors.filter((error) => !/the engine failed: a test/.test(error));
});

page("a screen that is left leaves no worker behind", { path: "" }, async (player) => {
  for (let round = 0; round < 3; round += 1) {
    await player.page.goto(`${site.url}${black}`);
    await player.page.waitForSelector(".play:not(.opening) [role=gridcell]");
    await player.press("Hint");
    await player.until(() => document.querySelector(".hint-mark"));
    await player.page.getByRole("link", { name: "All games" }).click();
    await player.page.waitForSelector(".start");
  }
  await player.page.goto(`${site.url}#/puzzles`);
  await player.page.waitForSelector(".puzzle-name");
  await player.page.waitForTimeout(300);
  assert.equal(player.page.workers().length, 0);
});

page("the list of moves: a click goes there, and level 6 says what was a mistake", { path: black, stored: settings({ sizes: { "black-narrows": { columns: 4, rows: 4 } } }), timeout: 90000 }, async (player) => {
  const list = player.page.locator(".controls > .moves");
  await play(player, ["b2", "d4", "a4"]);
  assert.deepEqual(await list.locator("li button").allTextContents(), ["b2", "d4", "a4"]);
  assert.equal(await list.locator("[aria-current]").textContent(), "a4");
  await list.getByRole("button", { name: "Move 1: b2" }).click();
  assert.equal(await player.plies(), "move 1 of 3");
  assert.deepEqual(await player.marked(".stone"), ["b2"]);
  assert.equal(await list.locator("[aria-current]").textContent(), "b2");
  await list.getByRole("button", { name: "Analyze the game" }).click();
  await player.until(() => document.querySelectorAll(".graph polyline").length === 1 && document.querySelector(".moves > .button").textContent === "Analyze the game", null, 60000);
  // On 4x4 every position is solved: what the engine proves lost after it was won is a mistake.
  const mistakes = await list.locator(".mistake").evaluateAll((moves) => moves.map((move) => move.getAttribute("aria-label")));
  const values = [];
  const game = new Game("black-narrows", 4, 4);
  for (const move of ["b2", "d4", "a4"]) {
    values.push(solve(game.record(), 10000).value);
    game.play(move);
  }
  values.push(solve(game.record(), 10000).value);
  const expected = ["b2", "d4", "a4"].filter((_, ply) => values[ply] === "win" && values[ply + 1] === "win");
  assert.deepEqual(mistakes.map((label) => /: (\w+), a mistake\. Level 6 plays \w+\.$/.exec(label)[1]), expected);
  // Undo takes the moves off the list.
  await player.press("Latest position");
  await player.press("Undo");
  assert.deepEqual((await list.locator("li button").allTextContents()).map((text) => text.slice(0, 2)), ["b2", "d4"]);
});

page("on a phone the moves open from below", { path: black, context: PHONE }, async (player) => {
  await play(player, ["c3", "a1"]);
  assert.equal(await player.page.locator(".controls > .moves").isVisible(), false);
  await player.page.locator("button.ply").click();
  const sheet = player.page.getByRole("dialog", { name: "Moves" });
  await sheet.getByRole("button", { name: "Move 1: c3" }).click();
  await player.closeDialog();
  assert.equal(await player.plies(), "move 1 of 2");
});

page("coordinates can be left out, and the board be turned around: taps and keys go by what is seen", { path: black }, async (player) => {
  const menu = await player.menu();
  await menu.getByRole("switch", { name: /Coordinates/ }).click();
  assert.equal(await player.page.locator(".names text").count(), 0);
  await menu.getByRole("switch", { name: /Turn the board/ }).click();
  await player.closeDialog();
  const [low, high] = [await player.at("a1"), await player.at("e4")];
  assert.ok(low.x > high.x && low.y < high.y);
  await player.tapAt(low.x, low.y);
  assert.deepEqual(await player.marked(".stone"), ["a1"]);
  await player.cell("c3").focus();
  await player.page.keyboard.press("ArrowRight");
  await player.page.keyboard.press("ArrowDown");
  await player.page.keyboard.press("Enter");
  assert.deepEqual(await player.marked(".stone"), ["a1", "b4"]);
  await player.page.reload();
  await player.untilPlies(2);
  assert.ok((await player.at("a1")).x > (await player.at("e4")).x);
});

page("a move makes a sound once that is switched on", { path: narrows, stored: settings({ pie: false }) }, async (player) => {
  await player.page.evaluate(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      window.tones += 1;
      return start.apply(this, when);
    };
  });
  const tones = () => player.page.evaluate(() => window.tones);
  await play(player, ["a1xb1"]);
  assert.equal(await tones(), 0);
  const menu = await player.menu();
  await menu.getByRole("switch", { name: /Sound/ }).click();
  await player.closeDialog();
  await play(player, ["a2xa3"]);
  assert.equal(await tones(), 2);
});

page("a stone is dragged onto the one it captures, beside tapping both", { path: narrows, stored: settings({ pie: false }) }, async (player) => {
  const { mouse } = player.page;
  const drag = async (from, to) => {
    const [begin, end] = [await player.at(from), await player.at(to)];
    await mouse.move(begin.x, begin.y);
    await mouse.down();
    await mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2, { steps: 3 });
    await mouse.move(end.x, end.y, { steps: 3 });
    await mouse.up();
  };
  // Onto a stone it cannot capture: nothing but the choice; an enemy's stone cannot be taken along.
  await drag("a1", "c3");
  assert.equal(await player.plies(), "no moves yet");
  assert.deepEqual(await player.marked(".chosen"), ["a1"]);
  await player.page.keyboard.press("Escape");
  await drag("a2", "a1");
  assert.equal(await player.plies(), "no moves yet");
  await drag("a1", "a2");
  assert.equal(await player.plies(), "move 1 of 1");
  assert.equal(await player.label("a2"), "a2, black stone, moved last");
});
