// <narrows-board> in somebody else's page: the README's two lines, from the page's own host and from another one.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "../readme.mjs";
import { launch, serve, DESKTOP, PHONE } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "narrows-blog-"));
mkdirSync(join(folder, "post"));
cpSync(PACKAGE, join(folder, "post", "narrows-wasm"), { recursive: true });
const SHOTS = fileURLToPath(new URL("../../../../../target/web-shots/", import.meta.url));
mkdirSync(SHOTS, { recursive: true });
const [, lines] = /```html board\n([\s\S]*?)```/.exec(readFileSync(join(PACKAGE, "README.md"), "utf8"));
const elsewhere = await serve({ folder: PACKAGE });
const browser = await launch();
after(async () => {
  await browser.close();
  await elsewhere.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of the blog with this in its body; what its boards tell is in `window.told`. */
async function post(name, body, options = DESKTOP) {
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>A post</title><body><script>window.told = [];
for (const type of ["ready", "move", "end", "error"]) document.addEventListener("narrows-" + type, (event) => told.push([type, event.target.id, event.detail]));
</script>${body}</body></html>`;
  const context = await browser.newContext(options);
  writeFileSync(join(folder, "post", `${name}.html`), html);
  const site = await serve({ folder });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${site.url}post/${name}.html`);
  const told = (count, type) =>
    page
      .waitForFunction(([wanted, kind]) => told.filter(([name]) => name === kind).length >= wanted && told.filter(([name]) => name === kind), [count, type], { timeout: 20000 })
      .then((found) => found.jsonValue());
  const tap = (board, point) => page.locator(`${board} [role=gridcell][aria-label^="${point},"] .hit`).click({ force: true });
  return { page, told, tap, errors, close: () => context.close().then(() => site.close()) };
}

test("the two lines of the README are a game against level 6", { timeout: 60000 }, async () => {
  const { page, told, tap, errors, close } = await post("lines", lines);
  await told(1, "ready");
  assert.equal(await page.locator("[role=gridcell]").count(), 64);
  await tap("narrows-board", "c3");
  const [, [, , { move, record }]] = await told(2, "move");
  assert.match(move, /^[a-h][1-8]$/);
  assert.match(record, /\[Size "8x8"\][\s\S]*1\. c3 /);
  assert.match(await page.locator("narrows-board .by").textContent(), /Mark Steere/);
  assert.deepEqual(errors, []);
  await close();
});

for (const [where, source] of [
  ["its own host", "./narrows-wasm/narrows-board.js"],
  ["another host", `${elsewhere.url}narrows-board.js`],
]) {
  test(`two boards on a page, from ${where}: neither knows of the other`, { timeout: 60000 }, async () => {
    const { page, told, tap, errors, close } = await post(
      "two",
      `<script type="module" src="${source}"></script>
<narrows-board id="one" size="3x2"></narrows-board>
<narrows-board id="two" game="narrows" size="4x3" level="1" side="second"></narrows-board>`,
    );
    await told(2, "ready");
    // The level of the second begins by itself; the first is for two people.
    const [[, who]] = await told(1, "move");
    assert.equal(who, "two");
    for (const point of ["a1", "b2"]) await tap("#one", point);
    await page.waitForFunction(() => told.some(([type, id]) => type === "end" && id === "one") || document.querySelector("#one").record.includes("b2"));
    assert.match(await page.evaluate(() => document.querySelector("#one").record), /\[Game "Black Narrows"\][\s\S]*1\. a1 b2/);
    assert.doesNotMatch(await page.evaluate(() => document.querySelector("#two").record), /b2 /);
    assert.match(await page.evaluate(() => document.querySelector("#two").record), /\[Game "Narrows"\]/);
    assert.deepEqual(errors, []);
    await close();
  });
}

test("a whole game ends with its winner; Undo, New game and attributes begin again", { timeout: 60000 }, async () => {
  const { page, told, tap, close } = await post("whole", `<script type="module" src="./narrows-wasm/narrows-board.js"></script><narrows-board size="2x2"></narrows-board>`);
  await told(1, "ready");
  await tap("narrows-board", "a1");
  await tap("narrows-board", "b2");
  const ended = await page.evaluate(() => document.querySelector("narrows-board").record);
  const [[, , { winner }]] = await told(1, "end").catch(() => assert.fail(ended));
  assert.equal(winner, /1-0/.test(ended) ? "first" : "second");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal((await page.evaluate(() => document.querySelector("narrows-board").record)).includes("b2"), false);
  await page.getByRole("button", { name: "New game" }).click();
  await told(2, "ready");
  await page.evaluate(() => {
    const board = document.querySelector("narrows-board");
    board.setAttribute("game", "narrows");
    board.setAttribute("size", "4x3");
  });
  await told(3, "ready");
  assert.equal(await page.locator("narrows-board .stone").count(), 12);
  assert.equal(await page.evaluate(() => told.filter(([type]) => type === "error").length), 0);
  await close();
});

test("a wrong attribute is told in words, on the board and as an event; a right one goes on", { timeout: 60000 }, async () => {
  const { page, told, close } = await post("wrong", `<script type="module" src="./narrows-wasm/narrows-board.js"></script><narrows-board></narrows-board>`);
  await told(1, "ready");
  let errors = 0;
  for (const [attribute, value, message] of [
    ["game", "chess", /^game="chess" is not one of: black-narrows, narrows$/],
    ["size", "huge", /^size="huge" is not one of: 8x8$/],
    ["size", "1x1", /1x1|size|columns/],
    ["level", "9", /^level="9"/],
    ["side", "left", /^side="left"/],
  ]) {
    await page.evaluate(([name, text]) => document.querySelector("narrows-board").setAttribute(name, text), [attribute, value]);
    errors += 1;
    const found = await told(errors, "error");
    assert.match(found.at(-1)[2].message, message);
    assert.match(await page.locator("narrows-board .message").textContent(), message);
    await page.evaluate((name) => document.querySelector("narrows-board").removeAttribute(name), attribute);
    await told(errors + 1, "ready");
  }
  await close();
});

test("what waits is taken back by Undo, and by a click elsewhere, also on another board", { timeout: 60000 }, async () => {
  const { page, told, tap, errors, close } = await post(
    "elsewhere",
    `<script type="module" src="./narrows-wasm/narrows-board.js"></script><narrows-board id="one" size="5x4"></narrows-board><narrows-board id="two" game="narrows" size="4x3"></narrows-board><p id="text">Words.</p>`,
    { ...DESKTOP, hasTouch: true, isMobile: true },
  );
  await told(2, "ready");
  const waiting = () => page.locator("#one .stone.waiting").count();
  const moves = () => page.evaluate(() => document.querySelector("#one").record.split("\n\n")[1]);
  await tap("#one", "a1");
  await page.locator("#one .confirm").click();
  await told(1, "move");
  for (const [where, click] of Object.entries({
    Undo: () => page.locator("#one .undo").click(),
    "the page": () => page.locator("#text").click(),
    "another board": () => tap("#two", "a1"),
    Escape: () => page.locator('#one [aria-label^="c3,"]').press("Escape"),
  })) {
    await tap("#one", "c3");
    assert.equal(await waiting(), 1, where);
    await click();
    assert.equal(await waiting(), 0, where);
    assert.match(await moves(), /^1\. a1 \*/);
  }
  assert.deepEqual(errors, []);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing on two boards, ${colorScheme}`, { timeout: 60000 }, async () => {
    const { page, told, close } = await post(
      "axe",
      `<main><h1>A post</h1><script type="module" src="./narrows-wasm/narrows-board.js"></script><narrows-board></narrows-board><narrows-board game="narrows"></narrows-board></main>`,
      { ...DESKTOP, colorScheme },
    );
    await told(2, "ready");
    await page.evaluate(readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
    await page.screenshot({ path: `${SHOTS}element-${colorScheme}.png`, fullPage: true });
    await close();
  });
}

test("by keyboard, and on a phone with Confirm; a board that is taken away leaves no worker", { timeout: 60000 }, async () => {
  const body = `<script type="module" src="./narrows-wasm/narrows-board.js"></script><narrows-board size="5x4" level="1"></narrows-board>`;
  const desk = await post("keys", body);
  await desk.told(1, "ready");
  await desk.page.locator('narrows-board [role=gridcell][tabindex="0"]').focus();
  await desk.page.keyboard.press("ArrowLeft");
  await desk.page.keyboard.press("Enter");
  await desk.told(2, "move");
  assert.equal(desk.page.workers().length, 1);
  await desk.page.evaluate(() => document.querySelector("narrows-board").remove());
  for (let round = 0; desk.page.workers().length > 0 && round < 100; round += 1) await desk.page.waitForTimeout(50);
  assert.equal(desk.page.workers().length, 0);
  await desk.close();
  const phone = await post("phone", body, PHONE);
  await phone.told(1, "ready");
  const { width } = await phone.page.locator("narrows-board .board-svg").first().boundingBox();
  assert.ok(width > 300 && width <= 360);
  await phone.page.locator('[role=gridcell][aria-label^="c3,"] .hit').tap({ force: true });
  await phone.page.getByRole("button", { name: "Confirm" }).tap();
  const [[, , { move }]] = await phone.told(1, "move");
  assert.equal(move, "c3");
  assert.deepEqual([...desk.errors, ...phone.errors], []);
  await phone.close();
});
