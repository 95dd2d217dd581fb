// Every sentence of the description of the Narrows app, as one test each, in Chromium.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Game, think } from "../../../../../target/npm/narrows-wasm/node.js";
import { PHONE, settings, table } from "./support.mjs";

const { page } = await table({ after, test });
const path = "#/narrows";
const people = (change = {}) => settings({ pie: false, ...change });
const confirming = (change = {}) => people({ ...change, confirm: { "black-narrows": true, narrows: true } });
const capture = async (player, move) => {
  for (const point of move.split("x")) await player.tap(point);
};

/** A short game on 4x3 whose end fits, found by playing at random with fixed seeds. */
function ending(fits) {
  for (let seed = 1; seed < 4000; seed += 1) {
    const game = new Game("narrows", 4, 3, false);
    const moves = [];
    while (!game.outcome()) {
      const { move } = think(game.record(), 1, 100, seed * 64 + moves.length);
      game.play(move);
      moves.push(move);
    }
    const outcome = game.outcome();
    game.free();
    if (fits(outcome)) return { moves, outcome };
  }
  throw new Error("no such game");
}
const both = (outcome) => outcome.blackLinked && outcome.whiteLinked;

page("“The board can be any size with at least one even side”, by menu", { path }, async (player) => {
  const menu = await player.menu();
  const columns = menu.getByLabel("Columns");
  const rows = menu.getByLabel("Rows");
  assert.equal(await columns.locator("option").count(), 26);
  await columns.selectOption("3");
  assert.deepEqual(
    await rows.locator("option").allTextContents(),
    Array.from({ length: 13 }, (_, index) => String(2 * index + 2)),
  );
  await columns.selectOption("26");
  assert.equal(await rows.locator("option").count(), 26);
  await rows.selectOption("26");
  assert.equal(await player.page.locator("[role=gridcell]").count(), 676);
  await columns.selectOption("1");
  assert.deepEqual((await rows.locator("option").allTextContents()).slice(0, 3), ["4", "6", "8"]);
});

page("“It starts filled with a checkerboard pattern of black and white stones”", { path, stored: people() }, async (player) => {
  assert.deepEqual(await player.marked(".stone.black"), ["a1", "a3", "b2", "c1", "c3", "d2"]);
  assert.deepEqual(await player.marked(".stone.white"), ["a2", "b1", "b3", "c2", "d1", "d3"]);
});

page("“take turns, starting with Black”; “Every move is a capture” that takes the enemy's place", { path, stored: people() }, async (player) => {
  assert.match(await player.message(), /^Black to move/);
  await capture(player, "a1xb1");
  assert.match(await player.message(), /^Black captured a1 x b1\. White to move\.$/);
  assert.deepEqual(await player.marked(".stone.white"), ["a2", "b3", "c2", "d1", "d3"]);
  assert.equal(await player.label("a1"), "a1, empty");
  assert.equal(await player.label("b1"), "b1, black stone, moved last");
});

page("“next to the capturing stone or separated from it by empty points only”", { path, stored: people() }, async (player) => {
  await capture(player, "a1xb1");
  await capture(player, "a2xa3");
  await capture(player, "c1xd1");
  await player.tap("a3");
  // Over the empty points a2 and a1 there is nothing; b3 is its own; so nothing down the column.
  assert.match(await player.message(), /^a3 has no capture\.$|^a3 can capture/);
  await player.tap("c2");
  assert.deepEqual(await player.marked(".target-dot"), ["b2", "c3", "d2"]);
});

for (const [hand, context] of [["a mouse", undefined], ["a finger", PHONE]]) {
  const on = { path, stored: confirming(), ...(context ? { context } : {}) };
  const off = { path, stored: people(), ...(context ? { context } : {}) };

  page(`“Tap one of your stones and the stones it can capture light up with green dots” (${hand})`, off, async (player) => {
    await player.tap("a1");
    assert.deepEqual(await player.marked(".target-dot"), ["a2", "b1"]);
    assert.deepEqual(await player.marked(".chosen"), ["a1"]);
    const [red, green, blue] = (await player.page.locator(".target-dot").first().evaluate((dot) => getComputedStyle(dot).fill)).match(/\d+/g).map(Number);
    assert.ok(green > red && green > blue);
    assert.equal(await player.label("a2"), "a2, white stone, can be captured");
  });

  page(`“Tap one of them to capture it” (${hand})`, off, async (player) => {
    await capture(player, "a1xa2");
    assert.equal(await player.plies(), "move 1 of 1");
    assert.equal(await player.label("a2"), "a2, black stone, moved last");
  });

  page(`“With Confirm moves on, the capture is shown faintly with a dashed gold outline until you tap Confirm” (${hand})`, on, async (player) => {
    await capture(player, "a1xa2");
    assert.deepEqual(await player.marked(".dash"), ["a2"]);
    assert.deepEqual(await player.marked(".stone.waiting.black"), ["a2"]);
    const style = await player.page.locator(".dash").evaluate((ring) => {
      const { stroke, strokeDasharray } = getComputedStyle(ring);
      return { stroke, strokeDasharray };
    });
    const [red, green, blue] = style.stroke.match(/\d+/g).map(Number);
    assert.ok(red > 180 && green > 130 && blue < 60, style.stroke);
    assert.notEqual(style.strokeDasharray, "none");
    assert.equal(await player.plies(), "no moves yet");
    await player.press("Confirm");
    assert.equal(await player.plies(), "move 1 of 1");
    assert.deepEqual(await player.marked(".dash"), []);
  });

  page(`“or tap the target again” (${hand})`, on, async (player) => {
    await capture(player, "a1xa2");
    await player.tap("a2");
    assert.equal(await player.plies(), "move 1 of 1");
  });

  page(`“A tap on another of your stones chooses that stone instead” (${hand})`, on, async (player) => {
    await player.tap("a1");
    await player.tap("c1");
    assert.deepEqual(await player.marked(".chosen"), ["c1"]);
    await player.tap("c2");
    assert.deepEqual(await player.marked(".dash"), ["c2"]);
    await player.tap("d2");
    assert.deepEqual(await player.marked(".dash"), []);
    assert.deepEqual(await player.marked(".chosen"), ["d2"]);
  });

  page(`“and a tap anywhere else cancels” (${hand})`, on, async (player) => {
    const [one, other] = [await player.at("c2"), await player.at("d1")];
    const message = await player.page.locator(".message").boundingBox();
    const elsewhere = [
      () => player.tap("d3"),
      () => player.tapAt((one.x + other.x) / 2, (one.y + other.y) / 2),
      () => player.tapAt(message.x + 3, message.y + message.height / 2),
      () => player.page.getByRole("button", { name: "Undo" }).click({ force: true }),
    ];
    for (const tap of elsewhere) {
      for (const start of [["a1"], ["a1", "a2"]]) {
        for (const point of start) await player.tap(point);
        await tap();
        assert.deepEqual(await player.marked(".chosen, .dash, .target-dot"), []);
        assert.equal(await player.plies(), "no moves yet");
      }
    }
  });
}

page("the same with the keyboard", { path, stored: confirming() }, async (player) => {
  const { keyboard } = player.page;
  await player.cell("a1").focus();
  await keyboard.press("Enter");
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  assert.deepEqual(await player.marked(".dash"), ["a2"]);
  await keyboard.press("Escape");
  assert.deepEqual(await player.marked(".dash, .chosen"), []);
  await keyboard.press("ArrowDown");
  await keyboard.press("Space");
  await keyboard.press("ArrowUp");
  await keyboard.press("Space");
  await keyboard.press("Space");
  assert.equal(await player.plies(), "move 1 of 1");
  assert.equal(await player.page.evaluate(() => document.activeElement.getAttribute("aria-label")), "a2, black stone, moved last");
});

page("“The stone moved last carries a yellow dot”", { path, stored: people() }, async (player) => {
  await capture(player, "a1xb1");
  await capture(player, "c2xc3");
  assert.deepEqual(await player.marked(".last-dot"), ["c3"]);
  const dot = await player.page.locator(".last-dot").evaluate((mark) => {
    const { fill, stroke } = getComputedStyle(mark);
    return [fill, stroke].map((color) => color.match(/\d+/g).map(Number));
  });
  const [[red, green, blue], outline] = dot;
  assert.ok(red > 220 && green > 180 && blue < 90);
  // Greyscale keeps it: a light dot with a dark outline shows on black and on white stones.
  assert.ok(outline.slice(0, 3).every((part) => part < 60));
});

const endings = {
  "on the mover's own move": (outcome) => !both(outcome) && outcome.winnerColor === outcome.moverColor,
  "on the opponent's move": (outcome) => !both(outcome) && outcome.winnerColor !== outcome.moverColor,
  "with both linked the mover wins": both,
};
for (const [name, fits] of Object.entries(endings)) {
  page(`“You can win on your turn or on your opponent's turn”, “at the end the regions that link the winner's groups are marked with blue dots”: ${name}`, { path, stored: people() }, async (player) => {
    const { moves, outcome } = ending(fits);
    for (const move of moves) await capture(player, move);
    const names = outcome.linking.map((point) => "abcd"[point % 4] + (Math.floor(point / 4) + 1)).sort();
    assert.deepEqual(await player.marked(".link-dot"), names);
    if (names.length) {
      const [red, , blue] = (await player.page.locator(".link-dot").first().evaluate((dot) => getComputedStyle(dot).fill)).match(/\d+/g).map(Number);
      assert.ok(blue > red + 60);
      assert.ok(await player.page.locator(".water .channel").count());
    }
    const capital = (word) => word[0].toUpperCase() + word.slice(1);
    const [winner, mover] = [capital(outcome.winnerColor), capital(outcome.moverColor)];
    const last = moves.at(-1);
    const said = both(outcome)
      ? `Both colors linked on ${mover}’s move ${last.replace("x", " x ")}, and the mover wins.`
      : winner === mover
        ? `${winner} linked all of its groups on its own move ${last.replace("x", " x ")}.`
        : `${winner}’s groups were all linked on ${mover}’s move ${last.replace("x", " x ")}.`;
    assert.equal(await player.message(), `${winner} wins. ${said}`);
  });
}

page("“After Black's first move, White may switch colors and take over Black”: a clear choice", { path, stored: people({ pie: true }) }, async (player) => {
  await capture(player, "a1xb1");
  assert.match(await player.message(), /Exchange colors\?$/);
  await player.press("Take over Black");
  assert.equal(await player.plies(), "move 2 of 2");
  assert.match(await player.message(), /took over Black\. White to move/);
  assert.deepEqual(await player.marked(".last-dot"), ["b1"]);
  assert.equal(await player.button("Take over Black").isVisible(), false);
});

page("“The former Black player then plays White and moves next”", { path, stored: settings({ pie: true, seats: { first: "human", second: 2 } }) }, async (player) => {
  // Loaded as a record, so that the exchange is certain.
  await player.key("r");
  await player.page.getByLabel("Record", { exact: true }).last().fill('[Game "Narrows"]\n[Size "4x3"]\n[Pie "on"]\n\n1. a1xb1 swap *\n');
  await player.press("Load");
  await player.untilPlies(2);
  const players = await player.page.locator(".player").evaluateAll((rows) => rows.map((row) => row.querySelector("b").textContent));
  assert.deepEqual(players, ["White", "Black"]);
  assert.match(await player.message(), /White to move/);
  await player.tap("a2");
  assert.deepEqual(await player.marked(".chosen"), ["a2"]);
});

page("the exchange can be declined, by saying so or by moving", { path, stored: people({ pie: true }) }, async (player) => {
  await capture(player, "a1xb1");
  await player.press("Stay White");
  assert.equal(await player.button("Stay White").isVisible(), false);
  await capture(player, "c2xc3");
  assert.equal(await player.plies(), "move 2 of 2");
  await player.press("Undo");
  assert.equal(await player.button("Take over Black").isVisible(), true);
  await capture(player, "c2xc3");
  assert.equal(await player.button("Take over Black").isVisible(), false);
});

page("“The pie rule can be turned off in the menu”", { path, stored: people({ pie: true }) }, async (player) => {
  const menu = await player.menu();
  await menu.getByRole("switch", { name: /Pie rule/ }).click();
  await player.closeDialog();
  await capture(player, "a1xb1");
  assert.equal(await player.button("Take over Black").isVisible(), false);
  assert.match(await player.message(), /White to move/);
});

page("“On the menu, each color can be a human or a computer level”: play either color", { path, stored: people() }, async (player) => {
  const menu = await player.menu();
  for (const color of ["Black", "White"]) assert.equal(await menu.getByLabel(color, { exact: true }).locator("option").count(), 7);
  await menu.getByLabel("Black", { exact: true }).selectOption("2");
  await player.closeDialog();
  await player.untilPlies(1);
  assert.match(await player.message(), /^Level 2 captured .* Your turn with White\.$/);
});

page("“or set both colors to the computer and watch the game play out”", { path, stored: people({ seats: { first: 2, second: 1 } }) }, async (player) => {
  await player.until(() => document.querySelector(".play.over"), null, 30000);
  assert.match(await player.message(), /^Level [12] wins\. /);
});

page("“Undo takes back your last move together with the computer's reply. It is not available before your first move”", { path, stored: people({ seats: { first: 1, second: "human" } }) }, async (player) => {
  await player.untilPlies(1);
  assert.equal(await player.off("Undo"), true);
  const stone = player.page.locator(".cell.active").first();
  const box = await stone.locator(".hit").boundingBox();
  await player.tapAt(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal(await player.off("Undo"), true);
  const [target] = await player.marked(".target-dot");
  await player.tap(target);
  await player.until(() => /move 3 of 3/.test(document.querySelector(".ply").textContent) || document.querySelector(".play.over"));
  assert.equal(await player.off("Undo"), false);
  await player.press("Undo");
  await player.untilPlies(1);
  assert.equal(await player.off("Undo"), true);
});

page("“New game asks before it discards an unfinished game”", { path, stored: people() }, async (player) => {
  await player.press("New game");
  assert.equal(await player.page.locator("dialog").count(), 0);
  await capture(player, "a1xb1");
  await player.press("New game");
  await player.press("Keep playing");
  assert.equal(await player.plies(), "move 1 of 1");
  await player.press("New game");
  await player.page.locator("dialog").getByRole("button", { name: "New game" }).click();
  await player.untilPlies(0);
});

page("“The letters and numbers around the board name the points”", { path, stored: people() }, async (player) => {
  const names = await player.page.locator(".names text").allTextContents();
  for (const name of ["a", "b", "c", "d", "1", "2", "3"]) assert.equal(names.filter((text) => text === name).length, 2, name);
  const letter = await player.page.locator(".names text", { hasText: /^c$/ }).first().boundingBox();
  const number = await player.page.locator(".names text", { hasText: /^2$/ }).first().boundingBox();
  const point = await player.at("c2");
  assert.ok(Math.abs(letter.x + letter.width / 2 - point.x) < 2);
  assert.ok(Math.abs(number.y + number.height / 2 - point.y) < 3);
});

page("“as in the messages about the computer's moves”, seen and spoken", { path, stored: people({ seats: { first: "human", second: 3 } }) }, async (player) => {
  await capture(player, "a1xb1");
  await player.untilPlies(2);
  assert.match(await player.message(), /^Level 3 captured [a-d][1-3] x [a-d][1-3]\. /);
  await player.until(() => /Level 3 captured [a-d][1-3] x [a-d][1-3]\./.test(document.querySelector("[aria-live=polite]").textContent));
});

page("“Your settings and an unfinished game are kept in your browser”", { path, stored: people() }, async (player) => {
  await capture(player, "a1xb1");
  const menu = await player.menu();
  await menu.getByRole("switch", { name: /Confirm moves/ }).click();
  await player.closeDialog();
  await player.page.reload();
  await player.untilPlies(1);
  assert.equal(await player.label("b1"), "b1, black stone, moved last");
  assert.equal(await player.button("Confirm").isVisible(), true);
});

page("“Mark Steere designed Narrows in May 2026 … marksteeregames.com”: both games' rules name him", { path: "" }, async (player) => {
  for (const [name, month] of [["Black Narrows", "August 2026"], ["Narrows", "May 2026"]]) {
    await player.press(`Rules of ${name}`);
    const sheet = player.page.getByRole("dialog", { name: `Rules of ${name}` });
    const text = await sheet.textContent();
    assert.ok(text.includes(`Mark Steere designed ${name} in ${month}`));
    assert.equal(await sheet.getByRole("link", { name: "marksteeregames.com" }).getAttribute("href"), "https://www.marksteeregames.com/");
    await player.closeDialog();
  }
});
