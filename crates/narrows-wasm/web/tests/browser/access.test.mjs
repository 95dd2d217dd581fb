// For every hand, eye and ear, in Chromium.
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
  assert.match(heard, /You lose to Level 4\. 2 stones on the board/);
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
