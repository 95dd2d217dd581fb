// Takes the pictures to look at after every change of the page: node scripts/shots.mjs FOLDER [NAME…]
import { mkdirSync } from "node:fs";
import { DESKTOP, LARGE_PHONE, PHONE, TABLET, launch, open, serve, settings } from "../tests/browser/support.mjs";

const [folder = "../../../target/shots", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const site = await serve();
const browser = await launch();

const vsLevel = (change) => settings({ seats: { first: "human", second: 3 }, ...change });
const eight = { "black-narrows": { columns: 8, rows: 8 }, narrows: { columns: 8, rows: 7 } };
const play = async (player, moves) => {
  for (const move of moves) for (const point of move.split("x")) await player.tap(point);
};
const SCENES = {
  start: { path: "", wait: 6000 },
  empty: { path: "#/black-narrows", stored: vsLevel({ sizes: eight }) },
  game: {
    path: "#/black-narrows",
    stored: settings({ sizes: eight }),
    act: (player) => play(player, ["c3", "f6", "d5", "b2", "g3", "e1", "h8", "a6"]),
  },
  pending: {
    path: "#/black-narrows",
    stored: settings({ sizes: eight, confirm: { "black-narrows": true, narrows: true } }),
    act: async (player) => {
      for (const point of ["c3", "f6", "d5", "b2"]) {
        await player.tap(point);
        await player.tap(point);
      }
      await player.tap("f4");
    },
  },
  thinking: {
    path: "#/black-narrows",
    stored: settings({ sizes: eight, seats: { first: "human", second: 6 } }),
    act: async (player) => {
      await player.tap("d4");
      await player.page.waitForTimeout(1300);
    },
  },
  won: {
    path: "#/black-narrows",
    stored: settings({ sizes: { "black-narrows": { columns: 4, rows: 4 } }, seats: { first: "human", second: 1 } }),
    act: async (player) => {
      for (let turn = 0; turn < 12; turn += 1) {
        await player.page.waitForTimeout(500);
        const cells = player.page.locator(".cell.active");
        if ((await cells.count()) === 0) break;
        const box = await cells.first().locator(".hit").boundingBox();
        await player.tapAt(box.x + box.width / 2, box.y + box.height / 2);
      }
    },
  },
  "narrows-empty": { path: "#/narrows", stored: vsLevel({ sizes: eight }) },
  "narrows-pending": {
    path: "#/narrows",
    stored: settings({ sizes: eight, pie: false, confirm: { "black-narrows": true, narrows: true } }),
    act: async (player) => {
      for (const move of ["d4xd5", "e4xd4", "f6xf5", "c3xc2"]) {
        const [from, to] = move.split("x");
        for (const point of [from, to, to]) await player.tap(point);
      }
      const from = player.page.locator(".cell.active").nth(12);
      const box = await from.locator(".hit").boundingBox();
      await player.tapAt(box.x + box.width / 2, box.y + box.height / 2);
    },
  },
  exchange: {
    path: "#/narrows",
    stored: settings({ sizes: eight }),
    act: (player) => play(player, ["d4xd5"]),
  },
  "narrows-over": {
    path: "#/narrows",
    stored: settings({ sizes: { narrows: { columns: 8, rows: 7 } }, seats: { first: 1, second: 1 } }),
    act: async (player) => {
      await player.until(() => document.querySelector(".play.over"), null, 90000);
      await player.page.waitForTimeout(300);
    },
  },
  big: {
    path: "#/black-narrows",
    stored: settings({ sizes: { "black-narrows": { columns: 26, rows: 26 } } }),
    act: (player) => play(player, ["c3", "n14", "z26", "k20", "t7"]),
  },
  menu: { path: "#/narrows", stored: vsLevel({ sizes: eight }), act: (player) => player.menu() },
  rules: {
    path: "#/narrows",
    stored: vsLevel({ sizes: eight }),
    act: async (player) => {
      await player.menu();
      await player.press("Rules");
    },
  },
  analysis: {
    path: "#/black-narrows",
    stored: settings({ analysis: true }),
    act: async (player) => {
      await play(player, ["b2", "d3"]);
      await player.page.waitForTimeout(2500);
    },
  },
  record: {
    path: "#/black-narrows",
    stored: settings({ sizes: eight }),
    act: async (player) => {
      await play(player, ["c3", "f6", "d5"]);
      await player.key("r");
    },
  },
  games: {
    path: "#/black-narrows",
    stored: settings({ sizes: { "black-narrows": { columns: 2, rows: 2 } } }),
    act: async (player) => {
      for (const moves of [["a1", "b2"], ["b1", "a2"], ["a1"]]) {
        if (moves.length === 1 || (await player.plies()) !== "no moves yet") await player.press("New game");
        await player.untilPlies(0);
        await play(player, moves);
        await player.page.waitForTimeout(200);
      }
      await (await player.menu()).getByRole("button", { name: "My games" }).click();
    },
  },
  shared: {
    path: "#/narrows",
    stored: settings({ sizes: eight }),
    act: async (player) => {
      await play(player, ["d4xd5"]);
      await (await player.menu()).getByRole("button", { name: "Share link" }).click();
      const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
      await player.page.goto("about:blank");
      await player.page.goto(link);
      await player.untilPlies(1);
      await player.press("Stay White");
      await play(player, ["e4xd4"]);
    },
  },
  share: {
    path: "#/narrows",
    stored: settings({ sizes: eight }),
    act: async (player) => {
      await play(player, ["d4xd5"]);
      await (await player.menu()).getByRole("button", { name: "Share link" }).click();
    },
  },
  question: {
    path: "#/black-narrows",
    stored: settings({ sizes: eight }),
    act: async (player) => {
      await play(player, ["c3"]);
      await player.press("New game");
    },
  },
  keys: { path: "#/narrows", stored: settings({ sizes: eight }), act: (player) => player.key("?") },
  puzzle: { path: "#/puzzles", wait: 500 },
  "puzzle-answer": {
    path: "#/puzzles",
    act: async (player) => {
      await player.page.getByLabel("Puzzles of").selectOption("Black Narrows");
      for (const index of [0, 1]) {
        if (/^That placement loses/.test(await player.message())) break;
        const box = await player.page.locator(".cell.active .hit").nth(index).boundingBox();
        await player.tapAt(box.x + box.width / 2, box.y + box.height / 2);
      }
      await player.press("Why not?");
      await player.until(() => /loses to|ends the game/.test(document.querySelector(".message").textContent));
    },
  },
};

const wanted = Object.entries(SCENES).filter(([name]) => only.length === 0 || only.includes(name));
for (const [name, scene] of wanted) {
  for (const [size, context] of Object.entries({ phone: PHONE, "large-phone": LARGE_PHONE, tablet: TABLET, desktop: DESKTOP })) {
    for (const theme of ["light", "dark"]) {
      if (process.env.ONLY && !`${size}-${theme}`.includes(process.env.ONLY)) continue;
      const player = await open(browser, site.url, {
        context: { ...context, colorScheme: theme },
        stored: scene.stored ?? settings(),
        path: scene.path,
      });
      try {
        await player.page.waitForTimeout(200);
        await scene.act?.(player);
        await player.page.waitForTimeout(scene.wait ?? 350);
        await player.page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png` });
        if (player.errors.length) console.log(name, size, theme, player.errors.slice(0, 3));
      } catch (error) {
        console.log(name, size, theme, String(error).split("\n")[0], player.errors.slice(0, 3));
        await player.page.screenshot({ path: `${folder}/${name}-${size}-${theme}-failed.png` });
      }
      await player.close();
    }
  }
}
await browser.close();
await site.close();
