// The list of one's own games, and games as files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { black, settings, table } from "./support.mjs";

const { page } = await table({ after, test });
const tiny = settings({ sizes: { "black-narrows": { columns: 2, rows: 2 } } });
const games = async (player) => {
  const menu = await player.menu();
  await menu.getByRole("button", { name: "My games" }).click();
  return player.page.getByRole("dialog", { name: "My games" });
};

page("finished and unfinished games are listed, opened, renamed, downloaded and deleted", { path: black, stored: tiny }, async (player) => {
  await player.tap("a1");
  await player.tap("b2");
  await player.press("New game");
  await player.untilPlies(0);
  await player.tap("b1");
  await player.untilPlies(1);
  await player.page.waitForTimeout(200);
  let list = await games(player);
  await list.locator("li").nth(1).waitFor();
  const details = await list.locator(".game small").allTextContents();
  assert.match(details[0], /2x2 · 1 move$/);
  assert.match(details[1], /2x2 · the second player won after 2 moves$/);
  await list.getByRole("button", { name: /^Rename/ }).nth(1).click();
  await list.getByLabel("Name of the game").fill("My first");
  await player.page.keyboard.press("Enter");
  await list.getByText("My first").waitFor();
  const [file] = await Promise.all([player.page.waitForEvent("download"), list.getByRole("button", { name: "Download: My first" }).click()]);
  assert.match(file.suggestedFilename(), /^black-narrows-2x2-\d{4}-\d\d-\d\d\.txt$/);
  assert.match(readFileSync(await file.path(), "utf8"), /\[Game "Black Narrows"\][\s\S]*1\. a1 b2/);
  // The game being played is not lost by opening another.
  await list.getByRole("button", { name: /^My first/ }).click();
  await player.untilPlies(2);
  list = await games(player);
  await list.getByRole("button", { name: /^Delete: Black Narrows/ }).waitFor();
  await list.getByRole("button", { name: /1 move$/ }).click();
  await player.untilPlies(1);
  list = await games(player);
  await list.getByRole("button", { name: "Delete: My first" }).click();
  await player.page.getByRole("dialog", { name: "Delete this game?" }).getByRole("button", { name: "Delete" }).click();
  await player.until(() => document.querySelectorAll(".games .game").length === 1);
  await player.page.reload();
  await player.untilPlies(1);
});

page("a game that was discarded is not in the list", { path: black, stored: tiny }, async (player) => {
  await player.tap("a1");
  await player.page.waitForTimeout(200);
  await player.press("New game");
  await player.page.getByRole("dialog").getByRole("button", { name: "New game" }).click();
  await player.untilPlies(0);
  const list = await games(player);
  await list.getByText("No game has been played yet.").waitFor();
});

const RECORD = '[Game "Black Narrows"]\n[Author "Mark Steere"]\n[Size "5x4"]\n[Date "2025-03-04"]\n[First "Ada"]\n[Second "level 2"]\n\n1. c3 a1 2. e4 *\n';

page("a file is opened, or dropped on the page, with its names and its date", { path: black }, async (player) => {
  const list = await games(player);
  await list.locator("input[type=file]").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(RECORD) });
  await player.untilPlies(4);
  await player.key("r");
  const record = await player.page.getByLabel("Record", { exact: true }).last().inputValue();
  assert.match(record, /\[Date "2025-03-04"\]/);
  assert.match(record, /\[First "Ada"\]\n\[Second "level 2"\]/);
  await player.closeDialog();
  const drop = (text) =>
    player.page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "game.txt", { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    }, text);
  await drop("no record");
  await player.until(() => /^Not loaded: /.test(document.querySelector(".toast")?.textContent ?? ""));
  await drop(RECORD.replaceAll("Black Narrows", "Narrows").replace("5x4", "4x3").replace("c3 a1 2. e4", "a1xb1"));
  await player.until(() => location.hash === "#/narrows" && document.querySelector(".play:not(.opening) .ply")?.textContent !== "no moves yet");
});
