// Everything has its place: large letters, small and wide screens, right to left, and paper.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, eight, narrows, settings, table } from "./support.mjs";

const { page } = await table({ after, test });

/** Pairs of controls and texts that lie over one another. */
const overlaps = (player) =>
  player.page.evaluate(() => {
    const parts = [...document.querySelectorAll(".top > *, .count, .message, .board-svg, .player, .buttons .button, .steps > *, .by")].filter((part) => part.checkVisibility() && part.textContent !== "");
    const boxes = parts.map((part) => [part.className.baseVal ?? (part.className || part.tagName), part.getBoundingClientRect()]);
    const found = [];
    for (const [index, [name, a]] of boxes.entries()) {
      for (const [other, b] of boxes.slice(index + 1)) {
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${name} over ${other}`);
      }
    }
    return found;
  });
for (const [name, context] of Object.entries({
  "a phone, 390 wide": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  "a desktop": { viewport: { width: 1280, height: 800 } },
})) {
  for (const [screen, path] of [["the first screen", ""], ["a game", narrows], ["puzzles", "#/puzzles"]]) {
    page(`text at 200 % fits: ${screen} on ${name}`, { path, context, stored: settings({ confirm: { "black-narrows": true, narrows: true } }) }, async (player) => {
      await player.page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await player.page.waitForTimeout(300);
      const problems = await player.page.evaluate(() => {
        const found = [];
        if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
        for (const element of document.querySelectorAll("button, a, h1, h2, p, .player")) {
          if (!element.checkVisibility() || element.closest(".unseen")) continue;
          const box = element.getBoundingClientRect();
          const name = element.textContent || element.getAttribute("aria-label");
          if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name} leaves the screen`);
          if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") found.push(`${name} is cut off`);
        }
        return found;
      });
      assert.deepEqual(problems, []);
      if (path) assert.deepEqual(await overlaps(player), []);
    });
  }
}

for (const [name, viewport] of Object.entries({ "a landscape phone": { width: 844, height: 390 }, "a small landscape phone": { width: 640, height: 360 }, "a desktop at 200 %": { width: 720, height: 450 }, "a small phone": { width: 360, height: 640 } })) {
  page(`players, steps and the author's name are there on ${name}`, { path: narrows, context: { viewport }, stored: settings({ sizes: eight, confirm: { "black-narrows": true, narrows: true } }) }, async (player) => {
    for (const selector of [".players", ".by", ".buttons", ".steps", ".count", ".message"]) {
      const box = await player.page.locator(selector).boundingBox();
      assert.ok(box && box.height > 8, selector);
      await player.page.locator(selector).scrollIntoViewIfNeeded();
      const seen = await player.page.locator(selector).boundingBox();
      assert.ok(seen.x >= 0 && seen.x + seen.width <= viewport.width + 1, `${selector} ${JSON.stringify(seen)}`);
    }
    // The steps stand in one row.
    const tops = await player.page.locator(".steps > *").evaluateAll((parts) => new Set(parts.map((part) => Math.round(part.getBoundingClientRect().top / 20))).size);
    assert.equal(tops, 1);
    const board = await player.page.locator(".board > .board-svg").boundingBox();
    assert.ok(board.height > 0.5 * Math.min(viewport.width, viewport.height), JSON.stringify(board));
  });
}

for (const direction of ["ltr", "rtl"]) {
  for (const [name, viewport] of Object.entries({ phone: { width: 360, height: 640 }, tablet: { width: 768, height: 1024 }, desktop: { width: 1440, height: 900 }, landscape: { width: 844, height: 390 } })) {
    page(`nothing overlaps, ${direction}, ${name}`, { path: narrows, context: { viewport }, stored: settings({ sizes: eight }) }, async (player) => {
      await player.page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      await player.page.waitForTimeout(250);
      assert.deepEqual(await overlaps(player), []);
      assert.ok((await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    });
  }
}

for (const theme of ["light", "dark"]) {
  page(`prints black on white (${theme})`, { path: narrows, context: { ...DESKTOP, colorScheme: theme }, stored: settings({ theme }) }, async (player) => {
    await player.page.emulateMedia({ media: "print" });
    await player.page.waitForTimeout(250);
    const style = (selector, property) => player.page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    assert.equal(await style("body", "background-color"), "rgb(255, 255, 255)");
    assert.equal(await style(".count", "color"), "rgb(0, 0, 0)");
    assert.equal(await style(".slab", "fill"), "rgb(255, 255, 255)");
    assert.equal(await style(".lines", "stroke"), "rgb(0, 0, 0)");
    assert.equal(await style(".black-deep", "stop-color"), "rgb(0, 0, 0)");
    assert.equal(await player.page.locator(".buttons").isVisible(), false);
    assert.equal(await player.page.locator(".by").isVisible(), true);
  });
}
