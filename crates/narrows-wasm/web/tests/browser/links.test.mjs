// Games that go to and fro by links, in Chromium.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PHONE, black, narrows, open, play, table } from "./support.mjs";

const { page, site, browser } = await table({ after, test });

page("a share link holds the whole game in the fragment", { path: black }, async (player) => {
  await play(player, ["c3", "a1", "e4"]);
  const menu = await player.menu();
  await menu.getByRole("button", { name: "Share link" }).click();
  const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
  assert.ok(link.startsWith(`${site.url}#/share/`));
  const other = await open(browser, site.url, { path: link.slice(site.url.length) });
  await other.untilPlies(3);
  assert.deepEqual(await other.marked(".stone"), ["a1", "c3", "e4"]);
  assert.equal(new URL(other.page.url()).hash, black);
  // Where it got to is kept, not the link's game again.
  await other.tap("b4");
  await other.page.reload();
  await other.untilPlies(4);
  await other.close();
  const damaged = await open(browser, site.url, { path: "#/share/zzzz" });
  await damaged.until(() => /link could not be opened/.test(document.querySelector(".toast")?.textContent ?? ""));
  await damaged.close();
});

page("two people on two devices: the link says whose turn it is, and goes back after the move", { path: "#/narrows" }, async (player) => {
  await play(player, ["a1xb1"]);
  const share = async (who) => {
    const text = await who.page.locator(".link-says").textContent();
    const link = await who.page.getByLabel("Share link", { exact: true }).last().inputValue();
    return { text, path: link.slice(site.url.length) };
  };
  const menu = await player.menu();
  await menu.getByRole("button", { name: "Share link" }).click();
  const first = await share(player);
  assert.equal(first.text, "Narrows, after 1 move. White to move.");
  await player.closeDialog();
  const other = await open(browser, site.url, { path: first.path });
  await other.untilPlies(1);
  assert.equal(await other.text(".toast"), "A shared game: Narrows, after 1 move. White to move.");
  await other.press("Stay White");
  await play(other, ["d1xc1"]);
  assert.match(await other.text(".toast"), /^Send your move back\?/);
  // That it is the other's turn is not forgotten when the page is loaded again, or the offer was closed.
  await other.press("Close");
  await other.page.reload();
  await other.untilPlies(2);
  assert.match(await other.text(".toast"), /^Send your move back\?/);
  await other.press("Send link");
  const second = await share(other);
  assert.equal(second.text, "Narrows, after 2 moves. Black to move.");
  // Back on the first device: its own game is still there.
  await other.close();
  await player.page.goto("about:blank");
  await player.page.goto(site.url + second.path);
  await player.untilPlies(2);
  assert.match(await player.text(".toast"), /Black to move\.Back to my game$/);
  await play(player, ["b1xc1"]);
  await player.page.reload();
  await player.untilPlies(3);
  await player.press("Back to my game");
  await player.untilPlies(1);
  assert.equal(await player.page.locator(".toast").count(), 0);
});

page("what is offered with a shared game goes with it: to another screen, and with a new game", { path: black }, async (player) => {
  await play(player, ["c3"]);
  const menu = await player.menu();
  await menu.getByRole("button", { name: "Share link" }).click();
  const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
  const offer = player.page.locator(".toast");
  await player.page.goto("about:blank");
  await player.page.goto(link);
  await player.untilPlies(1);
  await player.tap("a1");
  assert.match(await offer.textContent(), /^Send your move back\?Send linkBack to my game$/);
  await player.page.getByRole("link", { name: "All games" }).click();
  await player.page.waitForSelector(".start");
  assert.equal(await offer.count(), 0);
  await player.page.goBack();
  await player.untilPlies(2);
  assert.match(await offer.textContent(), /^Send your move back\?/);
  await player.press("New game");
  await player.page.getByRole("dialog").getByRole("button", { name: "New game" }).click();
  await player.untilPlies(0);
  assert.equal(await offer.count(), 0);
  await player.tap("c3");
  assert.equal(await offer.count(), 0);
});

page("on a phone what is offered with a shared game leaves the exchange and the message free", { path: narrows, context: PHONE }, async (player) => {
  await play(player, ["a1xb1"]);
  await (await player.menu()).getByRole("button", { name: "Share link" }).click();
  const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
  await player.page.goto("about:blank");
  await player.page.goto(link);
  await player.untilPlies(1);
  await player.button("Back to my game").waitFor();
  // A click fails where something else would get it.
  await player.button("Stay White").click({ timeout: 5000 });
  await play(player, ["d1xc1"]);
  await player.untilPlies(2);
});

page("where the device can send, the link is sent with its sentence; else the message is copied", { path: black }, async (player) => {
  await play(player, ["c3"]);
  const sheet = async () => (await player.menu()).getByRole("button", { name: "Share link" }).click();
  await player.page.evaluate(() => {
    Object.defineProperty(navigator, "share", { configurable: true, value: (data) => ((window.sent = data), Promise.resolve()) });
    Object.defineProperty(navigator, "canShare", { configurable: true, value: () => true });
  });
  await sheet();
  await player.press("Send…");
  const { title, text, url } = await player.page.evaluate(() => window.sent);
  assert.deepEqual([title, text], ["Black Narrows", "Black Narrows, after 1 move. The second player to move."]);
  assert.ok(url.startsWith(`${site.url}#/share/`));
  await player.closeDialog();
  await player.page.evaluate(() => {
    Object.defineProperty(navigator, "share", { configurable: true, value: undefined });
    Object.defineProperty(navigator.clipboard, "writeText", { configurable: true, value: (words) => ((window.copied = words), Promise.resolve()) });
  });
  await sheet();
  await player.press("Copy with message");
  await player.until(() => document.querySelector(".toast")?.textContent === "Copied.");
  assert.equal(await player.page.evaluate(() => window.copied), `${text}\n${url}`);
});
