// Every sentence of the description of the Black Narrows app, as one test each, in Chromium.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PHONE, settings, table } from "./support.mjs";

const { page } = await table({ after, test });
const path = "#/black-narrows";
const confirming = (change = {}) =>
  settings({ ...change, confirm: { "black-narrows": true, narrows: true }, marking: true });
/** b1 and a2 stand: a1 is illegal, c3 legal. */
const corner = async (player) => {
  for (const point of ["b1", "b1", "a2", "a2"]) await player.tap(point);
  assert.equal(await player.count(), "2 stones · 17 legal placements left");
};
const between = async (player) => {
  const [one, other] = [await player.at("d2"), await player.at("e3")];
  return [(one.x + other.x) / 2, (one.y + other.y) / 2];
};


page("“played on a rectangular grid of size 2x2 or larger, initially empty”: sizes 2x2 to 26x26 by menu", { path }, async (player) => {
  const menu = await player.menu();
  const columns = menu.getByLabel("Columns");
  const rows = menu.getByLabel("Rows");
  const numbers = Array.from({ length: 25 }, (_, index) => String(index + 2));
  assert.deepEqual(await columns.locator("option").allTextContents(), numbers);
  assert.deepEqual(await rows.locator("option").allTextContents(), numbers);
  for (const [width, height] of [["2", "2"], ["26", "26"], ["5", "4"]]) {
    await columns.selectOption(width);
    await rows.selectOption(height);
    assert.equal(await player.page.getByRole("gridcell", { includeHidden: true }).count(), width * height);
    assert.equal(await player.count(), `0 stones · ${width * height} legal placements left`);
  }
});

page("“Two players take turns placing black stones onto unoccupied points, one stone per turn”", { path }, async (player) => {
  for (const point of ["c3", "a1", "e4"]) await player.tap(point);
  assert.deepEqual(await player.marked(".stone.black"), ["a1", "c3", "e4"]);
  assert.match(await player.message(), /The first player placed e4\. The second player to move/);
  await player.tap("e4");
  assert.equal(await player.plies(), "move 3 of 3");
});

page("“an orthogonally interconnected path of unoccupied points connecting every pair of stones”: an illegal point takes no stone", { path }, async (player) => {
  for (const point of ["b1", "a2", "a1"]) await player.tap(point);
  assert.equal(await player.plies(), "move 2 of 2");
  assert.equal(await player.label("a1"), "a1, empty, illegal here");
});

page("“The last player to place a stone wins”: a whole game, and the message says so", { path, stored: settings({ sizes: { "black-narrows": { columns: 2, rows: 2 } } }) }, async (player) => {
  await player.tap("a1");
  await player.tap("b2");
  assert.equal(await player.count(), "2 stones · 0 legal placements left");
  assert.match(await player.message(), /^The second player wins\. 2 stones on the board and no placement left\.$/);
  assert.ok(await player.page.locator(".play.over.won").count());
});

page("“Six computer levels”: each for either seat", { path }, async (player) => {
  const menu = await player.menu();
  for (const seat of ["First player", "Second player"]) {
    const options = await menu.getByLabel(seat).locator("option").allTextContents();
    assert.equal(options.length, 7);
    assert.equal(options[0], "Human");
    for (let level = 1; level <= 6; level += 1) assert.match(options[level], new RegExp(`^Level ${level}, `));
    assert.match(options[1], /random/);
    assert.match(options[6], /Unbeatable/);
  }
});

for (const level of [1, 2, 3, 4, 5]) {
  page(`“Levels”: level ${level} answers a placement within moments`, { path, stored: settings({ seats: { first: "human", second: level } }) }, async (player) => {
    await player.tap("c3");
    await player.untilPlies(2, 5000);
    assert.match(await player.message(), new RegExp(`^Level ${level} placed [a-e][1-4]\\. Your turn\\.$`));
  });
}

page("“Level 6 searches for three seconds before every placement”", { path, stored: settings({ sizes: { "black-narrows": { columns: 13, rows: 13 } }, seats: { first: "human", second: 6 } }) }, async (player) => {
  await player.tap("c3");
  const begun = Date.now();
  await player.until(() => document.querySelector(".thinking"));
  assert.match(await player.message(), /Level 6 is thinking…/);
  await player.untilPlies(2, 9000);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`level 6 on 13x13: ${seconds.toFixed(1)} s`);
  assert.ok(seconds > 2.5 && seconds < 6, `${seconds} s`);
});

page("“and solves the position exactly as soon as it can”: which ends the search at once", { path, stored: settings({ seats: { first: "human", second: 6 } }) }, async (player) => {
  await player.tap("c3");
  const begun = Date.now();
  await player.untilPlies(2, 9000);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`level 6 on 5x4: ${seconds.toFixed(1)} s`);
  assert.ok(seconds < 2.5, `${seconds} s`);
});

for (const [hand, context] of [["a mouse", undefined], ["a finger", PHONE]]) {
  const options = { path, stored: confirming(), ...(context ? { context } : {}) };

  page(`“With Confirm placements on, a tap shows a translucent stone on the point you tapped” (${hand})`, options, async (player) => {
    await player.tap("c3");
    assert.deepEqual(await player.marked(".stone.waiting"), ["c3"]);
    const opacity = await player.page.locator(".stone.waiting").evaluate((stone) => Number(getComputedStyle(stone).opacity));
    assert.ok(opacity > 0.2 && opacity < 0.9);
    assert.equal(await player.count(), "0 stones · 20 legal placements left");
    assert.equal(await player.off("Confirm"), false);
  });

  page(`“Confirm places it” (${hand})`, options, async (player) => {
    await player.tap("c3");
    await player.press("Confirm");
    assert.deepEqual(await player.marked(".stone:not(.waiting)"), ["c3"]);
    assert.equal(await player.off("Confirm"), true);
  });

  page(`“and so does a second tap on the stone” (${hand})`, options, async (player) => {
    await player.tap("c3");
    await player.tap("c3");
    assert.deepEqual(await player.marked(".stone:not(.waiting)"), ["c3"]);
  });

  page(`“A tap on another legal point moves the stone there” (${hand})`, options, async (player) => {
    await player.tap("c3");
    await player.tap("d2");
    assert.deepEqual(await player.marked(".stone.waiting"), ["d2"]);
    assert.equal(await player.plies(), "no moves yet");
  });

  const elsewhere = {
    "on a placed stone": (player) => player.tap("b1"),
    "on an illegal point": (player) => player.tap("a1"),
    "between the points": async (player) => player.tapAt(...(await between(player))),
    "off the board": async (player) => {
      const box = await player.page.locator(".message").boundingBox();
      await player.tapAt(box.x + 4, box.y + box.height / 2);
    },
    "or on the Undo button": (player) => player.press("Undo"),
  };
  for (const [where, tap] of Object.entries(elsewhere)) {
    page(`“A tap anywhere else, ${where}, takes the stone back” (${hand})`, options, async (player) => {
      await corner(player);
      await player.tap("d3");
      assert.deepEqual(await player.marked(".stone.waiting"), ["d3"]);
      await tap(player);
      assert.deepEqual(await player.marked(".stone.waiting"), []);
      assert.equal(await player.plies(), "move 2 of 2");
      assert.equal(await player.off("Confirm"), true);
    });
  }

  page(`“With Confirm placements off, a tap places the stone at once” (${hand})`, { path, ...(context ? { context } : {}) }, async (player) => {
    await player.tap("c3");
    assert.deepEqual(await player.marked(".stone:not(.waiting)"), ["c3"]);
    assert.equal(await player.button("Confirm").isVisible(), false);
  });
}

page("the same with the keyboard: arrows, Enter, Esc", { path, stored: confirming() }, async (player) => {
  const { keyboard } = player.page;
  await player.cell("c3").focus();
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  assert.deepEqual(await player.marked(".stone.waiting"), ["d2"]);
  await keyboard.press("Escape");
  assert.deepEqual(await player.marked(".stone.waiting"), []);
  await keyboard.press("Space");
  await keyboard.press("Space");
  assert.deepEqual(await player.marked(".stone:not(.waiting)"), ["d2"]);
  await keyboard.press("Home");
  assert.equal(await player.page.evaluate(() => document.activeElement.getAttribute("aria-label")), "a2, empty");
  await keyboard.press("End");
  assert.equal(await player.page.evaluate(() => document.activeElement.getAttribute("aria-label")), "e2, empty");
});

page("“Once a stone is placed, Undo takes back your last placement”: with the computer's reply", { path, stored: settings({ seats: { first: "human", second: 1 } }) }, async (player) => {
  assert.equal(await player.off("Undo"), true);
  await player.tap("c3");
  await player.untilPlies(2);
  await player.press("Undo");
  assert.equal(await player.plies(), "no moves yet");
  assert.deepEqual(await player.marked(".stone"), []);
  assert.equal(await player.off("Undo"), true);
});

page("“Undo takes back your last placement”: between two people, one placement", { path }, async (player) => {
  await player.tap("c3");
  await player.tap("a1");
  await player.press("Undo");
  assert.deepEqual(await player.marked(".stone"), ["c3"]);
});

page("“The line above the board counts the stones on the board and the legal placements left”", { path }, async (player) => {
  assert.equal(await player.count(), "0 stones · 20 legal placements left");
  await player.tap("b1");
  assert.equal(await player.count(), "1 stone · 19 legal placements left");
  await player.tap("a2");
  assert.equal(await player.count(), "2 stones · 17 legal placements left");
  const line = await player.page.locator(".count").boundingBox();
  const board = await player.page.locator(".board-svg").boundingBox();
  assert.ok(line.y + line.height <= board.y + 1);
});

page("“When marking is on, a red dot marks every unoccupied point where a placement is illegal”", { path }, async (player) => {
  await player.tap("b1");
  await player.tap("a2");
  assert.deepEqual(await player.marked(".illegal-dot"), ["a1"]);
  const color = await player.page.locator(".illegal-dot").evaluate((dot) => getComputedStyle(dot).fill);
  const [red, green, blue] = color.match(/\d+/g).map(Number);
  assert.ok(red > 150 && green < 100 && blue < 100, color);
  const menu = await player.menu();
  await menu.getByRole("switch", { name: /Marking/ }).click();
  await player.closeDialog();
  assert.deepEqual(await player.marked(".illegal-dot"), []);
  assert.equal(await player.label("a1"), "a1, empty");
});

page("“While a stone is waiting for Confirm, the red dots show the placements that would be illegal after it”", { path, stored: confirming() }, async (player) => {
  await player.tap("b1");
  await player.tap("b1");
  await player.tap("a2");
  assert.deepEqual(await player.marked(".illegal-dot"), ["a1"]);
  await player.tap("d3");
  assert.deepEqual(await player.marked(".illegal-dot"), []);
  assert.deepEqual(await player.marked(".stone.waiting"), ["d3"]);
});

page("“A white ring marks the last stone placed”", { path }, async (player) => {
  await player.tap("c3");
  await player.tap("a1");
  assert.deepEqual(await player.marked(".last-ring"), ["a1"]);
  const stroke = await player.page.locator(".last-ring").evaluate((ring) => getComputedStyle(ring).stroke);
  assert.equal(stroke, "rgb(255, 255, 255)");
  await player.press("Undo");
  assert.deepEqual(await player.marked(".last-ring"), ["c3"]);
});

page("“Hint marks the placement that level 6 would make”", { path }, async (player) => {
  await player.tap("c3");
  await player.press("Hint");
  await player.until(() => document.querySelector(".hint-mark"));
  const [hint] = await player.marked(".hint-mark");
  assert.match(await player.message(), new RegExp(`^Hint: ${hint}\\.`));
  assert.ok((await player.cell(hint).getAttribute("aria-label")).endsWith("hint"));
  assert.equal(await player.plies(), "move 1 of 1");
  await player.tap(hint);
  assert.deepEqual(await player.marked(".hint-mark"), []);
});

page("“Record shows the game as text that you can copy”: and paste back", { path }, async (player) => {
  const context = player.page.context();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const point of ["c3", "a1", "e4"]) await player.tap(point);
  await player.key("r");
  const field = player.page.getByLabel("Record", { exact: true }).last();
  const text = await field.inputValue();
  assert.match(text, /\[Game "Black Narrows"\]\n\[Author "Mark Steere"\]\n\[Size "5x4"\]/);
  assert.match(text, /1\. c3 a1 2\. e4/);
  await player.press("Copy");
  await player.until(() => document.querySelector(".toast")?.textContent === "Copied.");
  assert.equal(await player.page.evaluate(() => navigator.clipboard.readText()), text);
  await field.fill("[Game \"Black Narrows\"]\n[Size \"5x4\"]\n\n1. q9 *");
  await player.press("Load");
  assert.match(await player.text(".wrong"), /^Not loaded: .*line 4, column 4/);
  await field.fill(text.replace("2. e4", ""));
  await player.press("Load");
  await player.press("Load the record");
  await player.untilPlies(2);
  assert.deepEqual(await player.marked(".stone"), ["a1", "c3"]);
});
