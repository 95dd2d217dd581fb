// The README of the npm package compiles under strict TypeScript and runs in Node. (tests/browser/readme runs it in a browser.)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PACKAGE, project } from "../readme.mjs";

const { folder, names, remove } = project();
after(remove);

test("every block of code has its place", () => {
  assert.deepEqual(names, ["node", "browser", "worker", "page"]);
});

test("the Node.js example runs", () => {
  const printed = execFileSync(process.execPath, ["node.mjs"], { cwd: folder, encoding: "utf8" });
  assert.match(printed, /^\d+ placements left\n\[Game "Black Narrows"\]/);
});

test("`init` is there in Node.js too, as its types say", async () => {
  writeFileSync(join(folder, "init.mjs"), 'import init, { Game } from "narrows-wasm"; await init(); console.log(new Game("narrows", 4, 3).view().stones);');
  assert.equal(execFileSync(process.execPath, ["init.mjs"], { cwd: folder, encoding: "utf8" }), "12\n");
});

const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const STRICT = ["--noEmit", "--strict", "--skipLibCheck", "false", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--types", ""];
const compile = (...flags) => {
  try {
    execFileSync(process.execPath, [tsc, ...STRICT, ...flags], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout);
  }
};
const BUNDLER = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"];

test("strict TypeScript accepts the blocks and the package's types, without skipLibCheck", () => {
  compile(...BUNDLER, "--lib", "es2022,dom", "main.ts", "page.ts");
  compile(...BUNDLER, "--lib", "es2022,webworker", "worker.ts");
  const board = ['import "narrows-wasm/board";', 'const board = document.querySelector("narrows-board")!;', 'board.addEventListener("narrows-move", ({ detail }) => console.log(detail.move, board.record));', "board.newGame();"];
  writeFileSync(join(folder, "board.ts"), board.join("\n"));
  compile(...BUNDLER, "--lib", "es2022,dom", "board.ts");
  writeFileSync(join(folder, "node.mts"), readFileSync(join(folder, "node.mjs")));
  compile("--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "node.mts");
});

test("the public types hold nothing of the generator's own", () => {
  const types = readFileSync(join(PACKAGE, "index.d.ts"), "utf8");
  assert.doesNotMatch(types, /failOnPurpose|__wbg_reset_state|__wbindgen|export function start|Symbol\.dispose/);
  const { types: named, files } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(named, "./index.d.ts");
  // What is built and not named would be missing, or there twice.
  assert.deepEqual(readdirSync(PACKAGE).filter((name) => !files.includes(name) && !/^package\.json$|^narrows_wasm.*\.d\.ts$/.test(name)), []);
  for (const name of files) assert.ok(readFileSync(join(PACKAGE, name)).length > 0, name);
});
