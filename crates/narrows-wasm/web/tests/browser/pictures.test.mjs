// Every state of the page: axe, and pictures to look at.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESKTOP, PHONE, black, eight, narrows, play, settings, table } from "./support.mjs";

const { page, site, browser } = await table({ after, test });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENS = {
  start: { path: "" },
  "Black Narrows": { path: black, act: (player) => play(player, ["b1", "a2"]) },
  "Black Narrows, waiting": { path: black, stored: settings({ confirm: { "black-narrows": true, narrows: true } }), act: (player) => player.tap("c3") },
  "Black Narrows, over": { path: black, stored: settings({ sizes: { "black-narrows": { columns: 2, rows: 2 } } }), act: (player) => play(player, ["a1", "b2"]) },
  Narrows: { path: narrows, act: (player) => play(player, ["a1xb1"]) },
  "Narrows, over": { path: narrows, stored: settings({ seats: { first: 1, second: 1 } }), act: (player) => player.until(() => document.querySelector(".play.over"), null, 60000) },
  "Narrows, exchange": { path: narrows, stored: settings({}), act: (player) => play(player, ["a1xb1"]) },
  moves: {
    path: black,
    act: async (player) => {
      await play(player, ["c3", "a1"]);
      await player.page.locator("button.ply").click();
    },
  },
  puzzles: { path: "#/puzzles" },
  menu: { path: narrows, act: (player) => player.menu() },
  rules: { path: "", act: (player) => player.press("Rules of Narrows") },
  keys: { path: black, act: (player) => player.key("?") },
  record: { path: black, act: (player) => player.key("r") },
  "my games": {
    path: black,
    act: async (player) => {
      await player.tap("c3");
      await (await player.menu()).getByRole("button", { name: "My games" }).click();
      await player.page.locator(".games .game").waitFor();
    },
  },
  "a link to share": { path: black, act: async (player) => (await player.menu()).getByRole("button", { name: "Share link" }).click() },
  "a shared game": {
    path: black,
    act: async (player) => {
      await player.tap("c3");
      await (await player.menu()).getByRole("button", { name: "Share link" }).click();
      const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
      await player.page.goto("about:blank");
      await player.page.goto(link);
      await player.untilPlies(1);
      await player.tap("a1");
      await player.page.locator(".toast button").first().waitFor();
    },
  },
  "a question": {
    path: black,
    act: async (player) => {
      await player.tap("c3");
      await player.press("New game");
    },
  },
  analysis: {
    path: black,
    stored: settings({ analysis: true, sizes: { "black-narrows": { columns: 4, rows: 4 } } }),
    act: (player) => player.until(() => document.querySelector(".verdict"), null, 30000),
  },
  "a puzzle's answer": {
    path: "#/puzzles",
    act: async (player) => {
      await player.page.getByLabel("Puzzles of").selectOption("Black Narrows");
      for (const point of await player.page.locator(".cell.active").evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.getAttribute("aria-label").split(",")[0]))) {
        if (!/^That placement loses/.test(await player.message())) await player.tap(point);
      }
      if (await player.button("Why not?").isVisible()) await player.press("Why not?");
      await player.until(() => /loses to|ends the game|Right/.test(document.querySelector(".message").textContent));
    },
  },
  "cannot start": {
    path: "",
    act: async (player) => {
      await player.page.addInitScript(() => delete window.WebAssembly);
      await player.page.reload();
      await player.page.waitForSelector(".broken");
    },
  },
};
for (const theme of ["light", "dark"]) {
  for (const [name, { path, stored = settings(), act }] of Object.entries(SCREENS)) {
    page(`axe finds nothing, by all of its rules: ${name}, ${theme}`, { path, stored, context: { ...DESKTOP, colorScheme: theme } }, async (player) => {
      await act?.(player);
      await player.page.waitForTimeout(300);
      // Evaluated by the debugger, so the page's own content security policy does not matter.
      await player.page.evaluate(axe);
      const { violations } = await player.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
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
