// What the browser tests share: the built page on a local port, Debian's Chromium, a player's hands.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { startServer } from "../../scripts/server.mjs";

/** The built page: `target/web`, or the folder in NARROWS_PAGE. */
export const DIST = process.env.NARROWS_PAGE ?? fileURLToPath(new URL("../../../../../target/web/", import.meta.url));

/** Serves the built page with the documented server; `options` as for `startServer`. */
export async function serve(options = {}) {
  const site = await startServer({ folder: DIST, ...options });
  // A test that fails before it closes its site must not keep the tests from ending.
  site.server.unref();
  return site;
}

/** A copy of the built page that a test may change: a deployment of its own. */
export function deployment() {
  const folder = mkdtempSync(join(tmpdir(), "narrows-page-"));
  cpSync(DIST, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Chromium with a fresh profile. */
export function launch(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
export const LARGE_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The games' addresses, and the sizes of a first visit. */
export const black = "#/black-narrows";
export const narrows = "#/narrows";
export const eight = { "black-narrows": { columns: 8, rows: 8 }, narrows: { columns: 8, rows: 7 } };

/** Settings as the page stores them, with what a test needs changed. */
export function settings(change = {}) {
  const games = {
    "black-narrows": { columns: 5, rows: 4, seats: { first: "human", second: "human" } },
    narrows: { columns: 4, rows: 3, seats: { first: "human", second: "human" } },
  };
  const { sizes = {}, seats, ...rest } = change;
  for (const kind of Object.keys(games)) {
    Object.assign(games[kind], sizes[kind] ?? {});
    if (seats) games[kind].seats = seats;
  }
  return { games, confirm: { "black-narrows": false, narrows: false }, ...rest };
}

/** A page on which one plays: opened with settings, errors collected. */
export async function open(browser, url, { context: options = DESKTOP, stored = settings(), path = "" } = {}) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  if (stored) {
    await context.addInitScript((value) => {
      try {
        if (!localStorage.getItem("narrows.settings")) localStorage.setItem("narrows.settings", value);
      } catch {
        // A test with storage blocked.
      }
    }, JSON.stringify(stored));
  }
  const page = await context.newPage();
  const player = new Player(page);
  player.touch = Boolean(options.hasTouch);
  page.on("pageerror", (error) => player.errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") player.errors.push(message.text());
  });
  await page.goto(url + path);
  await page.waitForSelector("html[data-started] #app > *:not(.opening)");
  return player;
}

/** A function that starts tests on one site and browser, and ends both after the last. */
export async function table(hooks) {
  const site = await serve();
  const browser = await launch();
  hooks.after(async () => {
    await browser.close();
    await site.close();
  });
  /** Declares one test with a page of its own; it also fails on any error the page logs. */
  const page = (name, options, run) =>
    hooks.test(name, { timeout: options.timeout ?? 60000 }, async () => {
      const player = await open(browser, site.url, options);
      try {
        await run(player);
        assert.deepEqual(player.errors, []);
      } finally {
        await player.close();
      }
    });
  return { site, browser, page };
}

/** The hands and eyes of a test. */
export class Player {
  errors = [];

  constructor(page) {
    this.page = page;
  }

  close() {
    return this.page.context().close();
  }

  cell(name) {
    return this.page.locator(`[role=gridcell][aria-label="${name}"], [role=gridcell][aria-label^="${name},"]`);
  }

  /** Where a point is on the screen, read in one go: the page may redraw it at any moment. */
  async at(name) {
    const found = await this.page.waitForFunction((point) => {
      const named = (cell) => cell.getAttribute("aria-label")?.split(",")[0] === point;
      const box = [...document.querySelectorAll("[role=gridcell]")].find(named)?.querySelector(".hit")?.getBoundingClientRect();
      return box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
    }, name);
    return found.jsonValue();
  }

  async tap(name) {
    const { x, y } = await this.at(name);
    await this.tapAt(x, y);
  }

  async tapAt(x, y) {
    if (this.touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  label(name) {
    return this.cell(name).getAttribute("aria-label");
  }

  has(name, selector) {
    return this.cell(name).locator(selector).count().then(Boolean);
  }

  /** The points that show a mark. */
  marked(selector) {
    return this.page.evaluate(
      (mark) =>
        [...document.querySelectorAll("[role=gridcell]")]
          .filter((cell) => cell.querySelector(mark))
          .map((cell) => cell.getAttribute("aria-label").split(",")[0])
          .sort(),
      selector,
    );
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  press(name) {
    return this.button(name).click();
  }

  text(selector) {
    return this.page.locator(selector).textContent();
  }

  count() {
    return this.text(".count");
  }

  message() {
    return this.text(".message");
  }

  plies() {
    return this.text(".ply");
  }

  async off(name) {
    return (await this.button(name).getAttribute("aria-disabled")) === "true";
  }

  /** Presses a key on the board, where single keys count. */
  async key(name) {
    await this.page.locator('[role=grid] [tabindex="0"]').focus();
    await this.page.keyboard.press(name);
  }

  async menu() {
    await this.press("Menu");
    return this.page.getByRole("dialog", { name: "Menu" });
  }

  async closeDialog() {
    await this.page.keyboard.press("Escape");
  }

  /** Waits until `test` holds in the page. */
  until(test, argument, timeout = 15000) {
    return this.page.waitForFunction(test, argument, { timeout, polling: 30 });
  }

  /** Waits until the game has this many moves. */
  untilPlies(plies, timeout) {
    return this.until(
      (wanted) => {
        const text = document.querySelector(".ply")?.textContent;
        return wanted === 0 ? text === "no moves yet" : text === `move ${wanted} of ${wanted}`;
      },
      plies,
      timeout,
    );
  }
}

/** Makes moves by tapping. */
export async function play(player, moves) {
  for (const move of moves) for (const point of move.split("x")) await player.tap(point);
}

/** What a screen reader says. */
export const spoken = (player) => player.text("[aria-live=polite]");

/** Watches for long tasks on the main thread from now on. */
export const watchTasks = (player) =>
  player.page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
    }).observe({ type: "longtask" });
  });
