// What the page does beyond the two descriptions, and how it behaves, in Chromium.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESKTOP, PHONE, open, serve, settings, table } from "./support.mjs";

const { page, site, browser } = await table({ after, test });
const black = "#/black-narrows";
const narrows = "#/narrows";
const eight = { "black-narrows": { columns: 8, rows: 8 }, narrows: { columns: 8, rows: 7 } };
const play = async (player, moves) => {
  for (const move of moves) for (const point of move.split("x")) await player.tap(point);
};
const spoken = (player) => player.text("[aria-live=polite]");
/** Watches for long tasks on the main thread from now on. */
const watchTasks = (player) =>
  player.page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
    }).observe({ type: "longtask" });
  });

// ---- beyond the descriptions ----

page("a share link holds the whole game in the fragment", { path: black }, async (player) => {
  await play(player, ["c3", "a1", "e4"]);
  const menu = await player.menu();
  await menu.getByRole("button", { name: "Share link" }).click();
  const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
  assert.ok(link.startsWith(`${site.url}#/share/`));
  const other = await open(browser, site.url, { path: link.slice(site.url.length) });
  await other.untilPlies(3);
  assert.deepEqual(await other.marked(".stone"), ["a1", "c3", "e4"]);
  assert.equal(new URL(other.page.url()).hash, black);
  // Where it got to is kept, not the link's game again.
  await other.tap("b4");
  await other.page.reload();
  await other.untilPlies(4);
  await other.close();
  const damaged = await open(browser, site.url, { path: "#/share/zzzz" });
  await damaged.until(() => /link could not be opened/.test(document.querySelector(".toast")?.textContent ?? ""));
  await damaged.close();
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
  await player.page.keyboard.press(",");
  assert.equal(await player.plies(), "move 2 of 3");
  await player.page.keyboard.press(".");
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
      await player.cell(wins[0]).locator(".verdict path").getAttribute("d"),
      await player.cell(losses[0]).locator(".verdict path").getAttribute("d"),
    );
  }
  await player.page.keyboard.press("a");
  assert.deepEqual(await player.marked(".verdict"), []);
});

page("analysis of Narrows marks stones, then the targets of the one chosen", { path: narrows, stored: settings({ analysis: true, pie: false }) }, async (player) => {
  await player.until(() => document.querySelectorAll(".verdict").length > 0, null, 20000);
  await player.tap("a1");
  const marked = await player.marked(".verdict");
  assert.deepEqual(marked, ["a2", "b1"]);
});

page("puzzles: one placement wins, find it", { path: "#/puzzles" }, async (player) => {
  const puzzles = JSON.parse(readFileSync(new URL("../../src/puzzles.json", import.meta.url), "utf8"));
  const first = puzzles[0];
  assert.equal(first.kind, "black-narrows");
  assert.match(await player.message(), /^One placement wins: find it\.$/);
  const wrong = (await player.page.locator(".cell.active").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").split(",")[0]))).find((point) => point !== first.win);
  await player.tap(wrong);
  assert.match(await player.message(), /^That placement loses\./);
  assert.deepEqual(await player.marked(".verdict.loss"), [wrong]);
  await player.tap(first.win);
  assert.match(await player.message(), new RegExp(`^Right: ${first.win} is the only move that wins`));
  await player.page.reload();
  await player.page.waitForSelector(".puzzle-name");
  assert.match(await player.text(".puzzle-name"), /^2 of /);
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
      const original = exports.game_play;
      exports.game_play = (...args) => {
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
  assert.match(await player.message(), /^The engine failed; the game is as it was before your last move\.$/);
  assert.equal(await player.plies(), "move 2 of 2");
  await player.tap("e4");
  assert.equal(await player.plies(), "move 3 of 3");
  player.errors = player.errors.filter((error) => !/the engine failed: a test/.test(error));
});

page("a screen that is left leaves no worker behind", { path: "" }, async (player) => {
  for (let round = 0; round < 3; round += 1) {
    await player.page.goto(`${site.url}${black}`);
    await player.page.waitForSelector("[role=gridcell]");
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

// ---- keeping ----

page("reload, back and forward keep the game", { path: black }, async (player) => {
  await play(player, ["c3", "a1"]);
  await player.page.getByRole("link", { name: "All games" }).click();
  await player.page.waitForSelector(".start");
  await player.page.goBack();
  await player.untilPlies(2);
  await player.page.goForward();
  await player.page.waitForSelector(".start");
  await player.page.goBack();
  await player.page.reload();
  await player.untilPlies(2);
});

page("two tabs do not corrupt one another's game", { path: black }, async (player) => {
  await play(player, ["c3", "a1"]);
  const second = await player.page.context().newPage();
  await second.goto(site.url + black);
  await second.waitForSelector("[role=gridcell]");
  assert.equal(await second.locator(".ply").textContent(), "no moves yet");
  const box = await second.locator('[aria-label^="b2,"] .hit').boundingBox();
  await second.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await player.tap("e4");
  await second.reload();
  await second.waitForSelector(".last-ring");
  assert.equal(await second.locator(".ply").textContent(), "move 1 of 1");
  await player.page.reload();
  await player.untilPlies(3);
  await second.close();
});

for (const [name, break_] of Object.entries({
  "blocked (reading throws)": () =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    }),
  "full (writing throws)": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "damaged (no JSON, an older version's data)": () => {
    localStorage.setItem("narrows.settings", "{games:");
    localStorage.setItem("narrows.game.x", '{"kind":"black-narrows","record":"[Game \\"Chess\\"]","updated":9e15}');
  },
})) {
  test(`storage that is ${name} never stops the page`, { timeout: 60000 }, async () => {
    const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
    await context.addInitScript(break_);
    const tab = await context.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    await tab.goto(site.url + black);
    await tab.waitForSelector("[role=gridcell]");
    const box = await tab.locator('[aria-label^="d4,"] .hit').boundingBox();
    await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await tab.waitForFunction(() => document.querySelector(".ply").textContent === "move 2 of 2", null, { timeout: 10000 });
    await tab.getByRole("button", { name: "Menu" }).click();
    const note = await tab.locator(".menu-body > .note").textContent();
    assert.match(note, /damaged/.test(name) ? /kept in your browser/ : /keeps nothing/);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test("works offline after the first visit, and offers a new version", { timeout: 90000 }, async () => {
  let version = 1;
  const own = await serve((name, bytes) => (name === "sw.js" && version > 1 ? Buffer.from(bytes.toString().replace(/VERSION = "/, `VERSION = "new${version}`)) : bytes));
  const context = await browser.newContext(DESKTOP);
  const tab = await context.newPage();
  await tab.goto(own.url + black);
  await tab.waitForSelector("[role=gridcell]");
  await tab.evaluate(() => navigator.serviceWorker.ready);
  await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await tab.reload();
  await tab.waitForSelector("[role=gridcell]");
  const box = await tab.locator('[aria-label^="d4,"] .hit').boundingBox();
  await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await tab.waitForFunction(() => document.querySelector(".ply").textContent === "move 2 of 2", null, { timeout: 10000 });
  await context.setOffline(false);
  version = 2;
  await tab.reload();
  await tab.waitForFunction(() => /A new version is ready/.test(document.querySelector(".toast")?.textContent ?? ""), null, { timeout: 15000 });
  await Promise.all([tab.waitForEvent("framenavigated"), tab.getByRole("button", { name: "Update" }).click()]);
  await tab.waitForFunction(() => document.querySelector(".ply")?.textContent === "move 2 of 2");
  const names = await tab.evaluate(() => caches.keys());
  assert.equal(names.length, 1);
  assert.match(names[0], /^narrows-new2/);
  const manifest = await (await tab.request.get(`${own.url}manifest.webmanifest`)).json();
  assert.equal(manifest.display, "standalone");
  assert.deepEqual(manifest.icons.map((icon) => icon.sizes), ["any", "192x192", "512x512"]);
  await context.close();
  await own.close();
});

// ---- hands, eyes and ears ----

page("a first-time visitor places a stone with two taps", { path: "", stored: null, context: PHONE }, async (player) => {
  await player.page.getByRole("link", { name: /Black Narrows/ }).click();
  await player.page.waitForSelector("[role=gridcell]");
  await player.tap("d5");
  assert.deepEqual(await player.marked(".stone.waiting"), ["d5"]);
  await player.tap("d5");
  assert.ok((await player.marked(".stone:not(.waiting)")).includes("d5"));
});

page("small points are aimed at through a magnifier, and a drag moves the aim", { path: black, context: PHONE, stored: settings({ sizes: { "black-narrows": { columns: 19, rows: 19 } } }) }, async (player) => {
  const { x, y } = await player.at("j10");
  const target = await player.at("m12");
  const client = await player.page.context().newCDPSession(player.page);
  const touch = (type, point) => client.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  await touch("touchStart", { x, y });
  await player.page.waitForSelector(".loupe:not([hidden])");
  assert.equal(await player.text(".loupe span"), "j10");
  const size = await player.page.locator(".loupe svg").evaluate((svg) => svg.getBoundingClientRect().width / 3.1);
  assert.ok(size >= 44, `${size} px`);
  await touch("touchMove", { x: (x + target.x) / 2, y: (y + target.y) / 2 });
  await touch("touchMove", target);
  await player.until(() => document.querySelector(".loupe span").textContent === "m12");
  await touch("touchEnd");
  assert.deepEqual(await player.marked(".stone"), ["m12"]);
  assert.equal(await player.page.locator(".loupe:not([hidden])").count(), 0);
});

page("a swipe over the board is no tap, and the board lets the page be pinched", { path: black, context: PHONE, stored: settings({ sizes: { "black-narrows": { columns: 4, rows: 4 } } }) }, async (player) => {
  const { x, y } = await player.at("b2");
  const client = await player.page.context().newCDPSession(player.page);
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let step = 1; step <= 6; step += 1) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y - 12 * step }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.deepEqual(await player.marked(".stone"), []);
  const action = await player.page.locator(".board > .board-svg").evaluate((svg) => getComputedStyle(svg).touchAction);
  assert.equal(action, "manipulation");
});

page("the point under the finger is found after a scroll, a zoom and a change of layout", { path: black }, async (player) => {
  await player.page.setViewportSize({ width: 700, height: 420 });
  await player.tap("c3");
  await player.page.setViewportSize({ width: 500, height: 900 });
  await player.page.evaluate(() => {
    document.body.style.minHeight = "3000px";
    document.body.style.zoom = "1.3";
    scrollTo(0, 60);
  });
  await player.page.waitForTimeout(150);
  await player.tap("a1");
  await player.tap("e4");
  assert.deepEqual(await player.marked(".stone"), ["a1", "c3", "e4"]);
});

page("Confirm never comes under the finger that just tapped, and the board never moves", { path: narrows, context: PHONE, stored: settings({ confirm: { "black-narrows": true, narrows: true }, seats: { first: "human", second: "human" } }) }, async (player) => {
  const where = () => player.page.locator(".board > .board-svg").boundingBox();
  const before = await where();
  await player.tap("a1");
  await player.tap("b1");
  assert.deepEqual(await where(), before);
  const confirm = await player.button("Confirm").boundingBox();
  assert.ok(confirm.y > before.y + before.height);
  await player.press("Confirm");
  // The exchange is offered now: away from where Confirm was tapped.
  const offer = await player.button("Take over Black").boundingBox();
  assert.ok(offer.y + offer.height < before.y);
  assert.deepEqual(await where(), before);
});

page("the board is one grid with roving focus, and no move loses the focus", { path: black, stored: settings({ seats: { first: "human", second: 1 } }) }, async (player) => {
  const { keyboard } = player.page;
  assert.equal(await player.page.locator('[role=grid] [tabindex="0"]').count(), 1);
  assert.equal(await player.page.locator("[role=grid] > * > [role=row], [role=grid] > [role=row]").count(), 4);
  await player.cell("c3").focus();
  await keyboard.press("Enter");
  await player.untilPlies(2);
  const focused = () => player.page.evaluate(() => document.activeElement.getAttribute("aria-label")?.split(",")[0]);
  assert.equal(await focused(), "c3");
  assert.equal(await player.page.locator('[role=grid] [tabindex="0"]').count(), 1);
  await player.button("Undo").focus();
  await keyboard.press("Enter");
  assert.equal(await player.page.evaluate(() => document.activeElement.textContent), "Undo");
});

page("shortcuts u, h, m, r do what the help panel says", { path: black }, async (player) => {
  const { keyboard } = player.page;
  await keyboard.press("?");
  const help = await player.page.getByRole("dialog", { name: "Keys" }).textContent();
  for (const words of ["undo", "hint", "marking", "record", "Esc", "Enter or Space", "Home, End"]) assert.ok(help.includes(words), words);
  await player.closeDialog();
  await play(player, ["b1", "a2"]);
  await keyboard.press("m");
  assert.deepEqual(await player.marked(".illegal-dot"), []);
  await keyboard.press("m");
  assert.deepEqual(await player.marked(".illegal-dot"), ["a1"]);
  await keyboard.press("u");
  assert.equal(await player.plies(), "move 1 of 1");
  await keyboard.press("h");
  await player.until(() => document.querySelector(".hint-mark"));
  await keyboard.press("r");
  assert.equal(await player.page.getByRole("dialog", { name: "Record" }).count(), 1);
});

page("one polite live region speaks moves, thinking and results", { path: black, stored: settings({ sizes: { "black-narrows": { columns: 2, rows: 2 } }, seats: { first: "human", second: 4 } }) }, async (player) => {
  assert.equal(await player.page.locator("[aria-live]").count(), 1);
  await player.page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector("[aria-live]").textContent)).observe(document.querySelector("[aria-live]"), { childList: true, characterData: true, subtree: true });
  });
  await player.tap("a1");
  await player.until(() => document.querySelector(".play.over"));
  await player.page.waitForTimeout(200);
  const heard = (await player.page.evaluate(() => window.heard)).join(" ");
  assert.match(heard, /You placed a1\./);
  assert.match(heard, /Level 4 is thinking\./);
  assert.match(heard, /Level 4 placed [ab]2\./);
  assert.match(heard, /You lose to Level 4\. 2 stones stand/);
  assert.ok(await spoken(player));
});

page("a 26x26 game stays smooth", { path: black, stored: settings({ sizes: { "black-narrows": { columns: 26, rows: 26 } }, confirm: { "black-narrows": true, narrows: true } }) }, async (player) => {
  await watchTasks(player);
  const times = await player.page.evaluate(async () => {
    const board = document.querySelector(".board > .board-svg");
    const times = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let turn = 0; turn < 40; turn += 1) {
      const free = [...document.querySelectorAll(".cell.active")];
      const cell = free[(turn * 97) % free.length];
      for (let tap = 0; tap < 2; tap += 1) {
        const begun = performance.now();
        cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
        times.push(performance.now() - begun);
        await frame();
      }
    }
    return { times, board: Boolean(board) };
  });
  const sorted = times.times.sort((a, b) => a - b);
  const [median, worst] = [sorted[sorted.length >> 1], sorted.at(-1)];
  console.log(`26x26, a tap: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; ${await player.plies()}`);
  assert.equal(await player.plies(), "move 40 of 40");
  assert.ok(median < 30 && worst < 150, `${median} ${worst}`);
});

page("reduced motion: nothing moves, and the demonstrations stand still", { path: "", context: { ...DESKTOP, reducedMotion: "reduce" } }, async (player) => {
  await player.page.waitForTimeout(900);
  const first = await player.page.locator(".cards").evaluate((cards) => cards.querySelectorAll(".stone").length);
  await player.page.waitForTimeout(2500);
  assert.equal(await player.page.locator(".cards").evaluate((cards) => cards.querySelectorAll(".stone").length), first);
  await player.page.goto(site.url + black);
  await player.tap("c3");
  assert.equal(await player.page.evaluate(() => document.getAnimations().length), 0);
});

page("forced colors: stones, lines and marks stay apart", { path: narrows, context: { ...DESKTOP, forcedColors: "active" }, stored: settings({ pie: false }) }, async (player) => {
  await play(player, ["a1xb1"]);
  const fills = await player.page.evaluate(() => {
    const fill = (selector) => getComputedStyle(document.querySelector(selector)).fill;
    return { slab: fill(".slab"), black: fill(".stone.black .body"), white: fill(".stone.white .body") };
  });
  assert.notEqual(fills.black, fills.white);
  assert.notEqual(fills.white, fills.slab);
});

page("motion that explains stays under 200 ms", { path: narrows, stored: settings({ pie: false }) }, async (player) => {
  await player.tap("a1");
  const durations = await player.page.evaluate(async () => {
    const cell = document.querySelector('[aria-label^="b1,"]');
    cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    return document.getAnimations().filter((one) => !(one instanceof CSSTransition)).map((one) => one.effect.getTiming().duration);
  });
  assert.ok(durations.length > 0);
  for (const duration of durations.filter((time) => time !== 1400)) assert.ok(duration < 200, `${duration} ms`);
});

// ---- axe and pictures ----

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENS = {
  start: { path: "" },
  "Black Narrows": { path: black, act: (player) => play(player, ["b1", "a2"]) },
  "Black Narrows, waiting": { path: black, stored: settings({ confirm: { "black-narrows": true, narrows: true } }), act: (player) => player.tap("c3") },
  "Black Narrows, over": { path: black, stored: settings({ sizes: { "black-narrows": { columns: 2, rows: 2 } } }), act: (player) => play(player, ["a1", "b2"]) },
  Narrows: { path: narrows, act: (player) => play(player, ["a1xb1"]) },
  puzzles: { path: "#/puzzles" },
  menu: { path: narrows, act: (player) => player.menu() },
  rules: { path: "", act: (player) => player.press("Rules of Narrows") },
  keys: { path: black, act: (player) => player.page.keyboard.press("?") },
  record: { path: black, act: (player) => player.page.keyboard.press("r") },
};
for (const theme of ["light", "dark"]) {
  for (const [name, { path, stored = settings(), act }] of Object.entries(SCREENS)) {
    page(`axe finds nothing serious: ${name}, ${theme}`, { path, stored, context: { ...DESKTOP, colorScheme: theme } }, async (player) => {
      await act?.(player);
      await player.page.waitForTimeout(300);
      // Evaluated by the debugger, so the page's own content security policy does not matter.
      await player.page.evaluate(axe);
      const { violations } = await player.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
    });
  }
}

const shots = fileURLToPath(new URL("../../../../../target/web-shots/", import.meta.url));
mkdirSync(shots, { recursive: true });
for (const [size, context] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  for (const [name, path, moves] of [
    ["black-narrows", black, ["c3", "f6", "d5", "b2"]],
    ["narrows", narrows, ["d4xd5", "e4xd4"]],
  ]) {
    page(`a picture of ${name}, ${size}: the board fills the shorter side, nothing overflows`, { path, context, stored: settings({ sizes: eight, pie: false }) }, async (player) => {
      await play(player, moves);
      await player.page.waitForTimeout(250);
      await player.page.screenshot({ path: `${shots}${name}-${size}.png` });
      const { width, height } = context.viewport;
      const box = await player.page.locator(".board > .board-svg").boundingBox();
      const share = Math.max(box.width / width, box.height / height);
      assert.ok(share > 0.8, `${share}`);
      const overflow = await player.page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
      assert.ok(overflow.every((pixels) => pixels <= 0), String(overflow));
      for (const control of await player.page.locator(".buttons .button:visible").all()) {
        const area = await control.boundingBox();
        assert.ok(area.height >= 44 && area.width >= 44 && area.y + area.height <= height);
      }
    });
  }
}
