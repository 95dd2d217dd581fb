// Whole games of both kinds, from the first screen to the result: by mouse, by finger, and by keyboard alone.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, PHONE, settings, table } from "./support.mjs";

const { page } = await table({ after, test });
const GAMES = ["Black Narrows", "Narrows"];
const stored = (confirm) =>
  settings({ seats: { first: "human", second: 1 }, pie: false, confirm: { "black-narrows": confirm, narrows: confirm } });

/** The names of the points that show a mark, and where the focus is; read in one go. */
const look = (player) =>
  player.page.evaluate(() => {
    const name = (cell) => cell.getAttribute("aria-label").split(",")[0];
    const cells = [...document.querySelectorAll("[role=gridcell]")];
    return {
      over: document.querySelector(".play.over") !== null,
      active: cells.filter((cell) => cell.classList.contains("active")).map(name),
      targets: cells.filter((cell) => cell.querySelector(".target-dot")).map(name),
      focused: document.activeElement?.closest("[role=gridcell]") ? name(document.activeElement) : null,
    };
  });

/** Plays until the game is over; `choose` acts on a point, as a hand does. Gives the number of the person's moves. */
async function playOut(player, title, choose) {
  for (let moves = 0; ; moves += 1) {
    await player.until(() => document.querySelector(".play.over") || document.querySelector(".cell.active"));
    const { over, active } = await look(player);
    if (over) return moves;
    await choose(active[(moves * 7) % active.length]);
    if (title === "Narrows") {
      const { targets } = await look(player);
      await choose(targets[moves % targets.length]);
    }
  }
}

/** What every game must have come to. */
async function ended(player, title, moves) {
  assert.ok(moves >= 2, `${moves} moves`);
  assert.match(await player.message(), /^You (win|lose to Level 1)\. /);
  assert.match(await player.count(), title === "Narrows" ? /moves? made$/ : /· 0 legal placements left$/);
}

for (const title of GAMES) {
  for (const [hand, context, confirm] of [
    ["a mouse", DESKTOP, false],
    ["a finger, with Confirm", PHONE, true],
  ]) {
    page(`a whole game of ${title} by ${hand}`, { path: "", context, stored: stored(confirm) }, async (player) => {
      await player.page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
      await player.page.waitForSelector(".play:not(.opening) [role=gridcell]");
      const moves = await playOut(player, title, async (point) => {
        await player.tap(point);
        if (confirm && (await player.marked(".waiting")).length) await player.press("Confirm");
      });
      await ended(player, title, moves);
    });
  }

  page(`a whole game of ${title} by keyboard alone, and a new one`, { path: "", stored: stored(false), timeout: 90000 }, async (player) => {
    const { keyboard } = player.page;
    /** Presses Tab until what has the focus says this. */
    const tabTo = async (words) => {
      for (let press = 0; press < 60; press += 1) {
        await keyboard.press("Tab");
        const found = await player.page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
        if (words.test(found)) return;
      }
      assert.fail(`Tab never comes to ${words}`);
    };
    await tabTo(new RegExp(`^\\s*${title}`));
    await keyboard.press("Enter");
    await player.page.waitForSelector(".play:not(.opening) [role=gridcell]");
    await tabTo(/^[a-e][1-5],/);
    const moves = await playOut(player, title, async (point) => {
      const { focused } = await look(player);
      assert.ok(focused, "the board has the focus");
      const step = async (by, forth, back) => {
        for (let count = Math.abs(by); count > 0; count -= 1) await keyboard.press(by > 0 ? forth : back);
      };
      await step(point.charCodeAt(0) - focused.charCodeAt(0), "ArrowRight", "ArrowLeft");
      await step(Number(point.slice(1)) - Number(focused.slice(1)), "ArrowUp", "ArrowDown");
      await keyboard.press("Enter");
    });
    await ended(player, title, moves);
    await tabTo(/^New game$/);
    await keyboard.press("Enter");
    await player.untilPlies(0);
    assert.equal(await player.page.evaluate(() => document.activeElement.textContent), "New game");
  });
}
