/** House rules of the page's sources: imports form no circle, and words stand in `strings/` alone. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { de } from "../../src/strings/de";
import { en } from "../../src/strings/en";

const folder = fileURLToPath(new URL("../../src/", import.meta.url));
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".ts"));
const source = (name: string): string => readFileSync(join(folder, name), "utf8");

/** The files that a file imports, for types too. */
function imports(name: string): string[] {
  const found = [...source(name).matchAll(/(?:from|import\()\s*"(\.[^"]*)"/g)].map(([, path]) => normalize(join(dirname(name), path!)));
  return found.flatMap((path) => files.filter((file) => file === `${path}.ts` || file === join(path, "index.ts")));
}

test("no file imports itself by way of others", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" → "));
    else if (!done.has(name)) {
      for (const next of imports(name)) walk(next, [...path, name]);
      done.add(name);
    }
  };
  for (const name of files) walk(name, []);
  expect(imports("router.ts")).toContain("play.ts");
  expect(circles).toEqual([]);
});

test("a game on the page and one in <narrows-board> go on in the same room, at the same stage", () => {
  for (const name of ["play.ts", "element.ts"]) expect(imports(name), name).toContain("room.ts");
  for (const name of ["layout.ts", "puzzles.ts", "element.ts", "room.ts"]) expect(imports(name), name).toContain("stage.ts");
  const using = (words: RegExp): string[] => files.filter((name) => !name.startsWith("strings/") && words.test(source(name))).sort();
  // What the controls are called, what they do, and what a click elsewhere does, stands once.
  expect(using(/\bplay\.(confirm|hint|goOn)\b|words\.takeOver\b/)).toEqual(["stage.ts"]);
  expect(using(/core\.(takeOver|goOn|hint|undo)\(\)/)).toEqual(["room.ts"]);
  expect(using(/composedPath/)).toEqual(["stage.ts"]);
});

test("sentences for people stand in strings/", () => {
  const sentences = files
    .filter((name) => !name.startsWith("strings/"))
    .flatMap((name) => {
      const code = source(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      return [...code.matchAll(/(["`])([A-Z][a-z]+ [a-z][^"`]*)\1/g)].map(([, , words]) => `${name}: ${words}`);
    });
  expect(sentences).toEqual([]);
});

/** The names of all words, whatever they say. */
function shape(words: unknown, path = ""): string[] {
  if (Array.isArray(words)) return words.flatMap((word, index) => shape(word, `${path}.${index}`));
  if (typeof words !== "object" || words === null) return [`${path}: ${typeof words}`];
  return Object.entries(words).flatMap(([name, word]) => shape(word, `${path}.${name}`));
}

test("a translation has every word, and none is left in English", () => {
  expect(shape(de)).toEqual(shape(en));
  const same = (a: unknown, b: unknown, path: string): string[] => {
    if (typeof a === "string") return a === b && !/titles/.test(path) ? [`${path}: ${a}`] : [];
    if (typeof a !== "object" || a === null) return [];
    return Object.entries(a).flatMap(([name, word]) => same(word, (b as Record<string, unknown>)[name], `${path}.${name}`));
  };
  // Names of keys, and a full stop, are the same everywhere.
  expect(same(en, de, "").filter((line) => !/\.keys\.\d+\.0:|otherGames\.1/.test(line))).toEqual([]);
});
