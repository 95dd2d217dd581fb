// What is kept, and that the page starts whatever has happened to it: storage, updates, network, browser.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { DESKTOP, DIST, black, deployment, open, play, serve, settings, table } from "./support.mjs";

const { page, site, browser } = await table({ after, test });

page("reload, back and forward keep the game", { path: black }, async (player) => {
  await play(player, ["c3", "a1"]);
  await player.page.getByRole("link", { name: "All games" }).click();
  await player.page.waitForSelector(".start");
  await player.page.goBack();
  await player.untilPlies(2);
  await player.page.goForward();
  await player.page.waitForSelector(".start");
  await player.page.goBack();
  await player.page.reload();
  await player.untilPlies(2);
});

page("two tabs do not corrupt one another's game", { path: black }, async (player) => {
  await play(player, ["c3", "a1"]);
  const second = await player.page.context().newPage();
  await second.goto(site.url + black);
  await second.waitForSelector(".play:not(.opening) [role=gridcell]");
  assert.equal(await second.locator(".ply").textContent(), "no moves yet");
  const box = await second.locator('[aria-label^="b2,"] .hit').boundingBox();
  await second.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await player.tap("e4");
  await second.reload();
  await second.waitForSelector(".play:not(.opening) .last-ring");
  assert.equal(await second.locator(".ply").textContent(), "move 1 of 1");
  await player.page.reload();
  await player.untilPlies(3);
  await second.close();
});

for (const [name, break_] of Object.entries({
  "blocked (reading throws)": () =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    }),
  "full (writing throws)": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "damaged (no JSON, an older version's data)": () => {
    localStorage.setItem("narrows.settings", "{games:");
    localStorage.setItem("narrows.game.x", '{"kind":"black-narrows","record":"[Game \\"Chess\\"]","updated":9e15}');
  },
})) {
  test(`storage that is ${name} never stops the page`, { timeout: 60000 }, async () => {
    const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
    await context.addInitScript(break_);
    const tab = await context.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    await tab.goto(site.url + black);
    await tab.waitForSelector(".play:not(.opening) [role=gridcell]");
    const box = await tab.locator('[aria-label^="d4,"] .hit').boundingBox();
    await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await tab.waitForFunction(() => document.querySelector(".ply").textContent === "move 2 of 2", null, { timeout: 10000 });
    await tab.getByRole("button", { name: "Menu" }).click();
    const note = await tab.locator(".menu-body > .note").textContent();
    assert.match(note, /damaged/.test(name) ? /kept in your browser/ : /stores nothing/);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

page("a shared game never buries the one being played, and offers the way back", { path: black }, async (player) => {
  await play(player, ["c3", "a1"]);
  const menu = await player.menu();
  await menu.getByRole("button", { name: "Share link" }).click();
  const link = await player.page.getByLabel("Share link", { exact: true }).last().inputValue();
  await player.closeDialog();
  await play(player, ["e4"]);
  // The link is of two moves; the game being played has three.
  await player.page.goto("about:blank");
  await player.page.goto(link);
  await player.untilPlies(2);
  await player.page.reload();
  await player.untilPlies(2);
  await player.page.goto("about:blank");
  await player.page.goto(link);
  await player.untilPlies(2);
  await player.press("Back to my game");
  await player.untilPlies(3);
  // A later visit goes on with one's own game too.
  await player.page.goto("about:blank");
  await player.page.goto(link);
  await player.untilPlies(2);
  const later = await player.page.context().newPage();
  await player.page.close();
  await later.goto(site.url + black);
  await later.waitForFunction(() => document.querySelector(".ply")?.textContent === "move 3 of 3");
});

page("of two tabs neither undoes the other's settings", { path: black }, async (player) => {
  const second = await player.page.context().newPage();
  await second.goto(site.url + "#/narrows");
  await second.waitForSelector(".play:not(.opening) [role=gridcell]");
  const menu = await player.menu();
  await menu.getByRole("switch", { name: /Marking/ }).click();
  await second.getByRole("button", { name: "Menu" }).click();
  await second.getByLabel("Appearance").selectOption("dark");
  await menu.getByRole("switch", { name: /Analysis/ }).click();
  // The look follows in the first tab at once.
  await player.until(() => document.documentElement.dataset.theme === "dark");
  const kept = await player.page.evaluate(() => JSON.parse(localStorage.getItem("narrows.settings")));
  assert.deepEqual([kept.marking, kept.theme, kept.analysis], [false, "dark", true]);
});

// ---- offline and updates ----

/** Changes a deployment as a new version does: other names for its script and style, the old files gone. */
function deployAnew(folder, version) {
  const assets = join(folder, "assets");
  const script = readdirSync(assets).find((name) => /^index-.*\.js$/.test(name));
  const renamed = `index-version${version}.js`;
  renameSync(join(assets, script), join(assets, renamed));
  for (const name of ["index.html", "sw.js"]) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8").replaceAll(script, renamed);
    writeFileSync(path, text.replace(/VERSION = "[^"]*"/, `VERSION = "version${version}"`).replace("<title>", `<meta name="deployed" content="${version}"><title>`));
  }
  // What was compressed at build time is of the first version.
  for (const name of readdirSync(folder, { recursive: true })) if (/\.(gz|br)$/.test(name)) rmSync(join(folder, name));
}
const deployed = (tab) => tab.evaluate(() => document.querySelector("meta[name=deployed]")?.content ?? "first");
/** A tab on a site, once the service worker has it. */
async function visit(context, url) {
  const tab = await context.newPage();
  await tab.goto(url + black);
  await tab.waitForSelector(".play:not(.opening) [role=gridcell]");
  await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return tab;
}
/** Places a stone on a point, or on any where a level may have taken the one that was meant. */
const place = async (tab, point, plies) => {
  const box = await tab.locator(point ? `[aria-label^="${point},"] .hit` : ".cell.active .hit").first().boundingBox();
  await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await tab.waitForFunction((wanted) => document.querySelector(".ply").textContent === `move ${wanted} of ${wanted}`, plies, { timeout: 15000 });
};

for (const vary of ["Origin", ""]) {
  for (const base of ["/", "/narrows/"]) {
    const where = `${vary ? "with" : "without"} Vary: Origin, at ${base}`;

    test(`load, go offline, reload, play (${where})`, { timeout: 90000 }, async () => {
      const own = await serve({ vary, base });
      const context = await browser.newContext(DESKTOP);
      const tab = await visit(context, own.url);
      await own.close();
      await context.setOffline(true);
      await tab.reload();
      await tab.waitForSelector(".play:not(.opening) [role=gridcell]");
      await place(tab, "d4", 2);
      await context.close();
    });

    test(`a second version is offered, not forced, and taken by a button (${where})`, { timeout: 90000 }, async () => {
      const files = deployment();
      const own = await serve({ vary, base, folder: files.folder });
      const context = await browser.newContext(DESKTOP);
      const tab = await visit(context, own.url);
      await place(tab, "d4", 2);
      await own.close();
      deployAnew(files.folder, 2);
      const next = await serve({ vary, base, folder: files.folder, port: Number(new URL(own.url).port) });
      await tab.reload();
      await tab.waitForFunction(() => /A new version is ready/.test(document.querySelector(".toast")?.textContent ?? ""), null, { timeout: 15000 });
      // The old version goes on, its files still at hand: also in a second tab, where it is not forced later.
      assert.equal(await deployed(tab), "first");
      await place(tab, null, 4);
      const other = await context.newPage();
      await other.goto(next.url + "#/narrows");
      await other.waitForSelector(".play:not(.opening) [role=gridcell]");
      assert.equal(await deployed(other), "first");
      await Promise.all([tab.waitForEvent("framenavigated"), tab.getByRole("button", { name: "Update" }).click()]);
      await tab.waitForFunction(() => document.querySelector(".ply")?.textContent === "move 4 of 4");
      assert.equal(await deployed(tab), "2");
      await other.waitForTimeout(500);
      assert.equal(await deployed(other), "first");
      await other.reload();
      await other.waitForSelector(".play:not(.opening) [role=gridcell]");
      assert.equal(await deployed(other), "2");
      await context.close();
      await next.close();
      files.remove();
    });
  }
}

test("a page whose files are gone heals itself on the next load, whatever the service worker kept", { timeout: 90000 }, async () => {
  const files = deployment();
  const own = await serve({ folder: files.folder });
  const context = await browser.newContext(DESKTOP);
  const tab = await visit(context, own.url);
  await place(tab, "d4", 2);
  await own.close();
  deployAnew(files.folder, 2);
  const next = await serve({ folder: files.folder, port: Number(new URL(own.url).port) });
  // The browser has thrown away all that was kept but the first page.
  await tab.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) if (/assets/.test(request.url)) await cache.delete(request);
    }
  });
  await tab.reload();
  await tab.waitForFunction(() => document.querySelector(".ply")?.textContent === "move 2 of 2", null, { timeout: 30000 });
  assert.equal(await deployed(tab), "2");
  await context.close();
  await next.close();
  files.remove();
});

test("a stale page without a service worker heals itself too", { timeout: 90000 }, async () => {
  const files = deployment();
  const own = await serve({ folder: files.folder });
  const stale = readFileSync(join(files.folder, "index.html"), "utf8");
  deployAnew(files.folder, 2);
  await own.close();
  const next = await serve({ folder: files.folder });
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
  const tab = await context.newPage();
  let first = true;
  await tab.route(`${next.url}`, (route) => {
    if (!first) return route.continue();
    first = false;
    return route.fulfill({ body: stale, contentType: "text/html" });
  });
  await tab.goto(next.url + black);
  await tab.waitForSelector(".play:not(.opening) [role=gridcell]", { timeout: 20000 });
  assert.equal(await deployed(tab), "2");
  await context.close();
  await next.close();
  files.remove();
});

test("a page that can load nothing says so and offers to try again", { timeout: 60000 }, async () => {
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
  const tab = await context.newPage();
  const script = /assets\/index-.*\.js/;
  await tab.route(script, (route) => route.abort());
  await tab.goto(site.url + black);
  await tab.waitForSelector(".broken", { timeout: 15000 });
  assert.match(await tab.locator(".broken").textContent(), /^A part of the page could not be loaded: check the connection and try again\.Try again$/);
  await tab.unroute(script);
  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.waitForSelector(".play:not(.opening) [role=gridcell]");
  await context.close();
});

test("the engine's file is gone: the page heals, or says so", { timeout: 60000 }, async () => {
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
  const tab = await context.newPage();
  await tab.route(/\.wasm$/, (route) => route.fulfill({ status: 404 }));
  await tab.goto(site.url);
  // The first screen is there all the same, if only for a moment; then the page is loaded anew once, and says what is wrong.
  await tab.waitForSelector(".start h1, .broken");
  await tab.waitForSelector(".broken", { timeout: 20000 });
  assert.match(await tab.locator(".broken").textContent(), /could not be loaded/);
  await context.close();
});

// ---- browsers that cannot ----

test("WebAssembly blocked, missing, or an old browser: one sentence that says what to do", { timeout: 90000 }, async () => {
  const cases = [
    [() => delete window.WebAssembly, /^Both games need WebAssembly, which this browser blocks: allow it .* or use another browser\./],
    [
      () => {
        const blocked = () => Promise.reject(new WebAssembly.CompileError("blocked by policy"));
        WebAssembly.compile = blocked;
        WebAssembly.compileStreaming = blocked;
        WebAssembly.instantiate = blocked;
      },
      /^Both games need WebAssembly/,
    ],
    [() => delete Object.hasOwn, /^This browser is too old for this page: update it/],
    [() => delete window.CompressionStream, /^This browser is too old for this page: update it/],
  ];
  for (const [break_, sentence] of cases) {
    const context = await browser.newContext({ ...DESKTOP, serviceWorkers: "block" });
    await context.addInitScript(break_);
    const tab = await context.newPage();
    await tab.goto(site.url + black);
    await tab.waitForSelector(".broken", { timeout: 15000 });
    assert.match(await tab.locator(".broken").textContent(), sentence);
    await context.close();
  }
});

test("opened from a file, and in German: one sentence that says what to do", { timeout: 60000 }, async () => {
  const context = await browser.newContext({ ...DESKTOP, locale: "de-DE" });
  const tab = await context.newPage();
  await tab.goto(`file://${DIST}index.html`);
  await tab.waitForSelector(".broken");
  assert.match(await tab.locator(".broken").textContent(), /^Diese Seite läuft nicht aus einer Datei: Öffne sie über einen Webserver/);
  await context.close();
});

test("without JavaScript the page says what it needs", { timeout: 60000 }, async () => {
  const context = await browser.newContext({ ...DESKTOP, javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(site.url);
  assert.match(await tab.locator("body").innerText(), /need JavaScript: turn it on/);
  await context.close();
});

// ---- workers that fail ----

for (const [name, break_, sentence] of [
  [
    "cannot start",
    () => {
      window.Worker = class extends EventTarget {
        constructor() {
          super();
          throw new DOMException("blocked", "SecurityError");
        }
      };
    },
    /could not move: the search could not start/,
  ],
  [
    "dies",
    () => {
      const Real = window.Worker;
      window.Worker = class {
        constructor() {
          return new Real(URL.createObjectURL(new Blob(["throw new Error('dead')"])));
        }
      };
    },
    /could not move: the search (could not start|stopped unexpectedly)/,
  ],
  [
    "hangs from the start",
    () => {
      window.Worker = class extends EventTarget {
        postMessage() {}
        terminate() {}
      };
    },
    /could not move: the search does not answer/,
  ],
  [
    "hangs in the middle of a search",
    () => {
      // It starts, says so, and reports once.
      window.Worker = class extends EventTarget {
        postMessage(data) {
          const reply = data instanceof WebAssembly.Module ? { type: "ready" } : { type: "progress", id: data.id, progress: { elapsed: 100, budget: 2000, best: null, expected: 0.5, playouts: 1 } };
          queueMicrotask(() => this.onmessage({ data: reply }));
        }
        terminate() {}
      };
    },
    /could not move: the search does not answer/,
  ],
]) {
  page(`a worker that ${name} gives a message and a way on within seconds`, { path: "", timeout: 60000 }, async (player) => {
    await player.page.addInitScript(break_);
    await player.page.goto(site.url + black);
    await player.page.reload();
    const menu = await player.menu();
    await menu.getByLabel("Second player").selectOption("3");
    await player.closeDialog();
    const says = (words) => player.until((source) => new RegExp(source).test(document.querySelector(".message").textContent), words.source, 15000);
    const begun = Date.now();
    await player.tap("c3");
    await says(sentence);
    console.log(`told after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    // The person can try again, take the move back, ask for a hint, or play on as two people.
    await player.page.evaluate(() => {
      window.said = [];
      const message = document.querySelector(".message");
      new MutationObserver(() => window.said.push(message.textContent)).observe(message, { childList: true, subtree: true, characterData: true });
    });
    await player.press("Go on");
    await player.until((source) => window.said.some((words) => /is thinking/.test(words)) && new RegExp(source).test(window.said.at(-1)), sentence.source);
    await player.press("Undo");
    await player.untilPlies(0);
    await player.press("Hint");
    await says(/^No hint: the search /);
    const seats = await player.menu();
    await seats.getByLabel("Second player").selectOption("human");
    await player.closeDialog();
    await play(player, ["c3", "a1"]);
    await player.untilPlies(2);
    player.errors = player.errors.filter((error) => !/dead|Content Security Policy|blob:/.test(error));
  });
}
