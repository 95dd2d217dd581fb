// Graphics stand out at least 3:1 and letters 4.5:1 from what they are drawn on, by the colors in use, light and dark, on every board with all stones.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, settings, table } from "./support.mjs";

const { page } = await table({ after, test });

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = ([red, green, blue]) => {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};
const contrast = (one, other) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** A color as it is painted: `selector`'s `property`, laid over `under` by its opacities. */
const colorOf = (player, selector, property) =>
  player.page.evaluate(
    ([where, name]) => {
      const element = document.querySelector(where);
      if (!element) throw new Error(`there is no ${where}`);
      const style = getComputedStyle(element);
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      canvas.fillStyle = style.getPropertyValue(name);
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      let opacity = alpha / 255;
      if (name === "fill") opacity *= Number(style.fillOpacity);
      for (let part = element; part instanceof SVGElement; part = part.parentElement) opacity *= Number(getComputedStyle(part).opacity);
      return { rgb: [red / 255, green / 255, blue / 255], opacity };
    },
    [selector, property],
  );
const over = ({ rgb, opacity }, under) => rgb.map((value, index) => value * opacity + under[index] * (1 - opacity));

/** What must differ from what, in which state: [what, property, on what, property, at least]. */
const on = (what, property, ...grounds) => grounds.map((ground) => [what, property, ...ground, 3]);
const SLAB = [".slab", "fill"];
const BLACK = [
  [".black-light", "stop-color"],
  [".black-deep", "stop-color"],
];
const WHITE = [
  [".white-light", "stop-color"],
  [".white-deep", "stop-color"],
];
const ALWAYS = [
  ...on(".lines", "stroke", SLAB),
  [".names text", "fill", ...SLAB, 4.5],
  ...on(".cell:focus-visible .hit", "stroke", SLAB),
  ...on(".button.primary", "background-color", ["body", "background-color"]),
  [".button.primary", "color", ".button.primary", "background-color", 4.5],
  [".message", "color", "body", "background-color", 4.5],
  [".count", "color", "body", "background-color", 4.5],
  [".by", "color", "body", "background-color", 4.5],
];
const STATES = {
  "Black Narrows, marked": {
    path: "#/black-narrows",
    act: async (player) => {
      for (const point of ["b1", "a2"]) await player.tap(point);
    },
    // A stone's rim is what sets it off: from the slab without, from the stone within.
    pairs: [...on(".stone.black .body", "stroke", SLAB), ...on(".last-ring", "stroke", ...BLACK), ...on(".illegal-dot", "fill", SLAB)],
  },
  "Black Narrows, waiting": {
    path: "#/black-narrows",
    stored: { confirm: { "black-narrows": true, narrows: true } },
    act: (player) => player.tap("c3"),
    pairs: [...on(".dash", "stroke", [".dash-under", "stroke"]), ...on(".dash-under", "stroke", [".dash", "stroke"])],
  },
  "Narrows, chosen": {
    path: "#/narrows",
    act: (player) => player.tap("a1"),
    pairs: [
      ...on(".stone.black .body", "stroke", SLAB),
      ...on(".stone.white .body", "stroke", SLAB),
      ...on(".chosen", "stroke", SLAB),
      // The dot has a white ring: the ring on black stones, the dot on white ones.
      ...on(".target-dot", "stroke", ...BLACK),
      ...on(".target-dot", "fill", ...WHITE),
    ],
  },
  "Narrows, waiting": {
    path: "#/narrows",
    stored: { confirm: { "black-narrows": true, narrows: true } },
    act: async (player) => {
      for (const point of ["a1", "a2"]) await player.tap(point);
    },
    pairs: [...on(".dash", "stroke", [".dash-under", "stroke"])],
  },
  "Narrows, moved": {
    path: "#/narrows",
    act: async (player) => {
      for (const point of ["a1", "a2"]) await player.tap(point);
    },
    pairs: [...on(".last-dot", "fill", ...BLACK), ...on(".last-dot", "stroke", ...WHITE), ...on(".last-dot", "fill", [".last-dot", "stroke"])],
  },
  "Narrows, over": {
    path: "#/narrows",
    stored: { seats: { first: 1, second: 1 }, sizes: { narrows: { columns: 4, rows: 4 } } },
    act: (player) => player.until(() => document.querySelector(".play.over .link-dot"), null, 60000),
    pairs: [
      ...on(".link-dot", "fill", [".channel", "stroke"]),
      ...on(".shore", "stroke", SLAB),
      ...on(".beaten .body", "stroke", SLAB),
    ],
  },
  "Narrows, hint": {
    path: "#/narrows",
    act: async (player) => {
      await player.press("Hint");
      await player.until(() => document.querySelector(".hint-mark"), null, 20000);
    },
    // The diamond lies on a stone, set off by its edge where its own color does not.
    pairs: [...on(".hint-mark", "fill", [".hint-mark", "stroke"]), ...on(".hint-ring", "stroke", SLAB)],
  },
  "Black Narrows, analysis": {
    path: "#/black-narrows",
    stored: { analysis: true, sizes: { "black-narrows": { columns: 4, rows: 4 } } },
    act: async (player) => {
      await player.tap("b2");
      await player.until(() => document.querySelector(".verdict.win") && document.querySelector(".verdict.loss"), null, 20000);
    },
    pairs: [...on(".verdict.win circle", "fill", SLAB), ...on(".verdict.win path", "stroke", [".verdict.win circle", "fill"]), ...on(".verdict.loss path:last-child", "stroke", SLAB)],
  },
  "Narrows, analysis": {
    path: "#/narrows",
    stored: { analysis: true },
    act: async (player) => {
      await player.until(() => document.querySelector(".stone ~ .verdict"), null, 20000);
      await player.tap("d2");
      await player.until(() => document.querySelector(".stone ~ .verdict.loss"), null, 20000);
    },
    pairs: [...on(".stone ~ .verdict.loss path:last-child", "stroke", [".stone ~ .verdict.loss .under", "stroke"])],
  },
  menu: {
    path: "#/black-narrows",
    act: (player) => player.menu(),
    pairs: [
      ...on("select", "border-top-color", ["select", "background-color"], ["dialog", "background-color"]),
      ...on(".switch input:not(:checked)", "border-top-color", ["dialog", "background-color"]),
      ...on(".switch input:checked", "background-color", ["dialog", "background-color"]),
      [".note", "color", "dialog", "background-color", 4.5],
    ],
  },
};

const BOARDS = ["wood", "slate", "moss", "paper"];
const STONES = ["round", "flat"];
/** What of `pairs` does not stand out, by the colors in use now. */
async function lacking(player, pairs) {
  const seen = [];
  for (const [what, property, ground, groundProperty, least] of pairs) {
    if (what === ".button.primary" && !(await player.page.locator(".button.primary:visible").count())) continue;
    const below = over(await colorOf(player, ground, groundProperty), [1, 1, 1]);
    const found = contrast(over(await colorOf(player, what, property), below), below);
    if (found < least) seen.push(`${what} ${property} on ${ground} ${groundProperty}: ${found.toFixed(2)}, not ${least}`);
  }
  return seen;
}

for (const theme of ["light", "dark"]) {
  for (const [name, { path, act, pairs, stored = {} }] of Object.entries(STATES)) {
    const options = { path, context: { ...DESKTOP, colorScheme: theme }, stored: settings({ pie: false, ...stored }) };
    page(`${name}, ${theme}: what must be seen stands out`, options, async (player) => {
      await act(player);
      if (name !== "menu") await player.page.locator('[role=grid] [tabindex="0"]').focus();
      await player.page.keyboard.press("Shift");
      await player.page.waitForTimeout(250);
      const wanted = name === "menu" ? pairs : [...pairs, ...ALWAYS];
      const seen = [];
      // With every board and all stones; a change of color takes its time unless it may not.
      await player.page.addStyleTag({ content: "*, *::before { transition: none !important; animation: none !important; }" });
      for (const board of name === "menu" ? ["wood"] : BOARDS) {
        for (const stones of name === "menu" ? ["round"] : STONES) {
          await player.page.evaluate((look) => Object.assign(document.documentElement.dataset, look), { board, stones });
          for (const line of await lacking(player, wanted)) seen.push(`${board}, ${stones}: ${line}`);
        }
      }
      assert.deepEqual(seen, []);
    });
  }
}
