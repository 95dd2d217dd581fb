// The page arrives at once: what is seen and done before the engine is there.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, PHONE, launch, serve, settings } from "./support.mjs";

const site = await serve();
const browser = await launch();
after(async () => {
  await browser.close();
  await site.close();
});

/** A page whose engine comes when `release` is called. */
async function slow(options, stored, path) {
  const context = await browser.newContext({ ...options, serviceWorkers: "block" });
  await context.addInitScript((value) => localStorage.getItem("narrows.settings") ?? localStorage.setItem("narrows.settings", value), JSON.stringify(stored));
  const page = await context.newPage();
  let release;
  const engine = new Promise((resolve) => (release = resolve));
  await page.route(/\.wasm$/, async (route) => {
    await engine;
    await route.continue();
  });
  await page.goto(site.url + path);
  return { page, release, close: () => context.close() };
}

test("the first screen is in the page itself: words and boards without any script", { timeout: 60000 }, async () => {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route(/\.(js|wasm|woff2)$/, (route) => new Promise(() => route));
  await page.goto(site.url, { waitUntil: "commit" });
  await page.waitForSelector(".card.narrows .stone.white");
  assert.equal(await page.locator("h1").textContent(), "Two games of open water");
  assert.ok((await page.locator(".card.black-narrows .stone").count()) > 4);
  const [requests] = [await page.evaluate(() => performance.getEntriesByType("resource").filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking").length)];
  assert.equal(requests, 0);
  await context.close();
});

test("what is heavy is asked for after the first picture", { timeout: 60000 }, async () => {
  for (const [path, heavy] of [
    ["", /\.(js|wasm)$/],
    ["#/black-narrows", /\.wasm$/],
    ["#/puzzles", /\.wasm$/],
  ]) {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(site.url + path);
    await page.waitForSelector("html[data-started] #app > *:not(.opening)");
    // Where no picture is reported the page waits a second for it, as on a machine that is very busy.
    const { asked, painted } = await page.evaluate(() => ({
      asked: performance.getEntriesByType("resource").map(({ name, startTime }) => ({ name, startTime })),
      painted: Math.min(
        performance.getEntriesByName("first-contentful-paint")[0].startTime,
        performance.getEntriesByType("navigation")[0].domInteractive + 1000,
      ),
    }));
    const files = asked.filter(({ name }) => heavy.test(name));
    assert.ok(files.some(({ name }) => name.endsWith(".wasm")), path);
    for (const { name, startTime } of files) assert.ok(startTime >= painted, `${name} at ${startTime}, painted at ${painted}`);
    await context.close();
  }
});

test("the board is there before the engine; buttons wait, a tap counts once it has come", { timeout: 60000 }, async () => {
  const { page, release, close } = await slow(DESKTOP, settings(), "#/black-narrows");
  await page.waitForSelector(".opening .board-svg .slab");
  assert.equal(await page.locator(".opening .cell").count(), 20);
  assert.equal(await page.locator(".count").textContent(), "0 stones · 20 legal placements left");
  assert.equal(await page.getByRole("button", { name: "New game" }).getAttribute("aria-disabled"), "true");
  const before = await page.locator(".board > .board-svg").boundingBox();
  await page.locator('[data-point="12"] .hit').click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".stone").count(), 0);
  release();
  await page.waitForFunction(() => document.querySelector(".play:not(.opening) .ply")?.textContent === "move 1 of 1");
  // Nothing has moved meanwhile.
  assert.deepEqual(await page.locator(".board > .board-svg").boundingBox(), before);
  await close();
});

test("a game that was left shows its board at once", { timeout: 60000 }, async () => {
  const { page, release, close } = await slow(DESKTOP, settings({ pie: false }), "#/narrows");
  release();
  await page.waitForSelector(".play:not(.opening) [role=gridcell]");
  for (const point of [0, 4]) await page.locator(`[data-point="${point}"] .hit`).click({ force: true });
  await page.waitForFunction(() => document.querySelector(".ply").textContent === "move 1 of 1");
  await page.waitForTimeout(200);
  let release2;
  await page.unrouteAll();
  await page.route(/\.wasm$/, (route) => new Promise((resolve) => (release2 = () => resolve(route.continue()))));
  await page.reload();
  await page.waitForSelector(".opening .last-dot");
  assert.equal(await page.locator(".opening .stone").count(), 11);
  assert.match(await page.locator(".message").textContent(), /Black captured a1 x a2\. White to move\./);
  release2();
  await page.waitForFunction(() => document.querySelector(".play:not(.opening) .ply")?.textContent === "move 1 of 1");
  await close();
});
