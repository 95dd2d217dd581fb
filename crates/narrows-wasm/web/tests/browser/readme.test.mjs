// The README of the npm package in a browser: bundled by Vite as somebody else would, on the page and in a worker.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "vite";
import { project } from "../readme.mjs";
import { launch, serve } from "./support.mjs";

const { folder, remove } = project();
const pages = ["main", "page"].map((name) => join(folder, `${name}.html`));
await build({ root: folder, configFile: false, logLevel: "error", worker: { format: "es" }, build: { target: "es2022", rollupOptions: { input: pages } } });
const site = await serve({ folder: join(folder, "dist") });
const browser = await launch();
after(async () => {
  await browser.close();
  await site.close();
  remove();
});

test("the first block shows its sentence", { timeout: 60000 }, async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}main.html`);
  await page.waitForFunction(() => /^\d+ moves for White, or swap$/.test(document.body.textContent), null, { timeout: 20000 });
});

test("the worker answers the page", { timeout: 60000 }, async () => {
  const page = await browser.newPage();
  const said = page.waitForEvent("console", { predicate: (message) => /^level 6 plays [a-e][1-4]$/.test(message.text()), timeout: 30000 });
  await page.goto(`${site.url}page.html`);
  assert.ok(await said);
});
