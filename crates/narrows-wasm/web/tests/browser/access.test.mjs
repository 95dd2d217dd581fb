// For every hand, eye and ear, in Chromium.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, PHONE, black, narrows, play, settings, spoken, table, watchTasks } from "./support.mjs";

const { page, site } = await table({ after, test });

page("a first-time visitor places a stone with two taps", { path: "", stored: null, context: PHONE }, async (player) => {
  await player.page.getByRole("link", { name: /Black Narrows/ }).click();
  await player.page.waitForSelector(".play:not(.opening) [role=gridcell]");
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

page("single keys do what the help panel says, while the board has the focus", { path: black }, async (player) => {
  const { keyboard } = player.page;
  // Elsewhere a letter does nothing (WCAG 2.1.4).
  await player.button("Menu").focus();
  for (const key of ["?", "r", "n", "m", "a"]) await keyboard.press(key);
  assert.equal(await player.page.locator("dialog").count(), 0);
  await play(player, ["b1", "a2"]);
  await player.button("Undo").focus();
  for (const key of ["u", "m", "h", ","]) await keyboard.press(key);
  assert.equal(await player.plies(), "move 2 of 2");
  assert.deepEqual(await player.marked(".illegal-dot"), ["a1"]);
  await player.cell("c3").focus();
  await keyboard.press("?");
  const help = await player.page.getByRole("dialog", { name: "Keys" }).textContent();
  for (const words of ["undo", "hint", "marking", "record", "Esc", "Enter or Space", "Home, End", "say again"]) assert.ok(help.includes(words), words);
  await player.closeDialog();
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
  // Black is black and white is white, whatever the system's colors are.
  assert.equal(fills.black, "rgb(0, 0, 0)");
  assert.equal(fills.white, "rgb(255, 255, 255)");
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

const focusedOn = (player) => player.page.evaluate(() => document.activeElement?.closest("button, a, select, textarea, dialog, h1, [data-point]")?.tagName ?? "BODY");

page("the focus never falls to the body: entering and leaving a game, menu, dialogs, exchange, new game", { path: "", stored: settings({ seats: { first: "human", second: "human" } }) }, async (player) => {
  const { keyboard } = player.page;
  const check = async (where) => assert.notEqual(await focusedOn(player), "BODY", where);
  await player.page.getByRole("link", { name: /^Narrows/ }).focus();
  await keyboard.press("Enter");
  await player.page.waitForSelector(".play:not(.opening) [role=gridcell]");
  await check("a game is entered");
  await player.button("Menu").focus();
  await keyboard.press("Enter");
  await check("the menu is open");
  await keyboard.press("Escape");
  await check("the menu is closed");
  await keyboard.press("Enter");
  await player.page.getByRole("button", { name: "Rules", exact: true }).focus();
  await keyboard.press("Enter");
  await player.page.waitForTimeout(100);
  await check("the rules are open");
  await keyboard.press("Escape");
  await check("the rules are closed");
  for (const answer of ["Take over Black", "Stay White"]) {
    await player.cell("a1").focus();
    await keyboard.press("Enter");
    await keyboard.press("ArrowRight");
    await keyboard.press("Enter");
    await player.untilPlies(1);
    await player.button(answer).focus();
    await keyboard.press("Enter");
    await check(answer);
    await player.button("New game").focus();
    await keyboard.press("Enter");
    await player.page.getByRole("dialog").getByRole("button", { name: "New game" }).focus();
    await keyboard.press("Enter");
    await player.untilPlies(0);
    await check("a new game");
  }
  await player.page.getByRole("link", { name: "All games" }).focus();
  await keyboard.press("Enter");
  await player.page.waitForSelector(".start");
  await check("the game is left");
});

page("the board is one stop, and Enter acts on the point that shows the focus", { path: black }, async (player) => {
  const { keyboard } = player.page;
  await player.cell("c3").focus();
  // A mouse places elsewhere meanwhile: the focus goes with it.
  await player.tap("a1");
  const shown = await player.page.evaluate(() => document.activeElement.getAttribute("aria-label").split(",")[0]);
  assert.equal(shown, "a1");
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  assert.deepEqual(await player.marked(".stone"), ["a1", "c1"]);
  // Assistive technology focuses a point itself.
  await player.page.evaluate(() => document.querySelector('[aria-label^="e4"]').focus());
  await keyboard.press("Enter");
  assert.deepEqual(await player.marked(".stone"), ["a1", "c1", "e4"]);
  await keyboard.press("Tab");
  assert.equal(await player.page.evaluate(() => document.activeElement.closest("[role=grid]")), null);
  await keyboard.press("Shift+Tab");
  assert.equal(await player.page.evaluate(() => document.activeElement.getAttribute("aria-label").split(",")[0]), "e4");
});

page("arrow keys walk through a list and choose nothing until it is left", { path: black }, async (player) => {
  const { keyboard } = player.page;
  const menu = await player.menu();
  const size = () => player.page.getByRole("gridcell", { includeHidden: true }).count();
  await menu.getByLabel("Columns").focus();
  for (let press = 0; press < 3; press += 1) await keyboard.press("ArrowDown");
  assert.equal(await menu.getByLabel("Columns").inputValue(), "8");
  assert.equal(await size(), 20);
  await menu.getByLabel("Second player").focus();
  await player.until((count) => document.querySelectorAll("[role=gridcell]").length === count, 32);
  // Walking past the levels lets none of them begin.
  await menu.getByLabel("First player").focus();
  for (let press = 0; press < 2; press += 1) await keyboard.press("ArrowDown");
  await player.page.waitForTimeout(500);
  assert.equal(await player.plies(), "no moves yet");
  await keyboard.press("Enter");
  await player.untilPlies(1);
});

page("a screen reader hears whose turn it is, the counts, what changed and the result; a key says it again", { path: black, stored: settings({ seats: { first: "human", second: 1 } }) }, async (player) => {
  const { keyboard } = player.page;
  const hears = (words) => player.until((text) => new RegExp(text).test(document.querySelector("[aria-live]").textContent), words.source);
  await player.cell("c3").focus();
  await keyboard.press("Enter");
  await hears(/Level 1 placed [a-e][1-4]\. Your turn\. 2 stones · \d+ legal placements left\./);
  await player.page.evaluate(() => (document.querySelector("[aria-live]").textContent = ""));
  await keyboard.press("s");
  await hears(/Level 1 placed [a-e][1-4]\. Your turn\. 2 stones/);
});

page("Undo never takes back a move the person did not make, whoever has the seats now", { path: black, stored: settings({ seats: { first: 1, second: "human" } }) }, async (player) => {
  await player.untilPlies(1);
  const menu = await player.menu();
  await menu.getByLabel("First player").selectOption("human");
  await player.closeDialog();
  // Both seats are a person's now, but the one move is the level's.
  assert.equal(await player.off("Undo"), true);
  await player.page.locator(".cell.active").first().locator(".hit").click();
  await player.untilPlies(2);
  await player.press("Undo");
  await player.untilPlies(1);
  assert.equal(await player.off("Undo"), true);
});

page("“Discard this game?” only when a person has moved", { path: black, stored: settings({ seats: { first: 1, second: 1 }, sizes: { "black-narrows": { columns: 13, rows: 13 } } }) }, async (player) => {
  await player.until(() => /^move/.test(document.querySelector(".ply").textContent));
  await player.press("New game");
  assert.equal(await player.page.locator("dialog").count(), 0);
  const menu = await player.menu();
  await menu.getByLabel("Second player").selectOption("human");
  await menu.getByLabel("First player").selectOption("human");
  await player.closeDialog();
  await player.page.waitForTimeout(300);
  await player.page.locator(".cell.active").first().locator(".hit").click();
  await player.press("New game");
  assert.match(await player.text("dialog"), /Discard this game\?/);
});

page("somebody who scrolls places no stone", { path: black, context: PHONE, stored: settings({ sizes: { "black-narrows": { columns: 16, rows: 16 } } }) }, async (player) => {
  const { x, y } = await player.at("h8");
  const client = await player.page.context().newCDPSession(player.page);
  const touch = (type, point) => client.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  for (const [byX, byY] of [[0, -60], [0, 40], [45, 10]]) {
    await touch("touchStart", { x, y });
    for (let step = 1; step <= 4; step += 1) await touch("touchMove", { x: x + (byX * step) / 4, y: y + (byY * step) / 4 });
    await touch("touchEnd");
    assert.deepEqual(await player.marked(".stone"), []);
  }
});

page("near misses count on small points; between the points takes back what waits", { path: black, context: PHONE, stored: settings({ sizes: { "black-narrows": { columns: 16, rows: 16 } } }) }, async (player) => {
  const cell = (await player.at("b1")).x - (await player.at("a1")).x;
  const points = ["c3", "h14", "n5", "e11", "k8", "p16", "a16", "p1", "g2"];
  let placed = 0;
  for (const [index, point] of points.entries()) {
    const { x, y } = await player.at(point);
    const angle = index * 0.7;
    const away = cell * 0.47 * (index % 2 ? 1 : 1.2);
    const [toX, toY] = [Math.cos(angle), Math.sin(angle)].map((part) => Math.max(-0.48 * cell, Math.min(0.48 * cell, part * away)));
    await player.tapAt(x + toX, y + toY);
    placed += 1;
    assert.equal((await player.marked(".stone")).length, placed, `${point} by ${toX.toFixed(1)}, ${toY.toFixed(1)}`);
  }
});

page("German, by the browser's language, and English by the menu", { path: "", context: { ...DESKTOP, locale: "de-DE" } }, async (player) => {
  assert.equal(await player.text("h1"), "Zwei Spiele vom offenen Wasser");
  assert.equal(await player.page.evaluate(() => document.documentElement.lang), "de");
  await player.page.goto(site.url + black);
  await player.page.waitForSelector(".play:not(.opening) [role=gridcell]");
  await player.tap("c3");
  assert.match(await player.message(), /^Spieler 1 hat auf c3 gesetzt\. Spieler 2 ist am Zug\.$/);
  await player.press("Menü");
  await player.page.getByLabel("Sprache").selectOption("en");
  await player.until(() => /^The second player to move/.test(document.querySelector(".message").textContent));
  await player.page.getByRole("link", { name: "All games" }).click();
  await player.page.waitForSelector(".start");
  assert.equal(await player.text("h1"), "Two games of open water");
  await player.page.reload();
  assert.equal(await player.text("h1"), "Two games of open water");
});
