/** Puts into index.html what is painted first: styles, the script of `boot.js`, words and boards. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformWithOxc, type Plugin } from "vite";
import type { Kind } from "narrows-wasm";
import { DEMOS } from "../src/demos";
import { picture } from "../src/markup";
import { LANGUAGES, word } from "../src/strings";
import { en } from "../src/strings/en";

/** The words that `boot.js` needs: those the first screen names, `boot`, and the button. */
function bootWords(html: string): string {
  const named = [...html.matchAll(/data-(?:say|label)="([^"]+)"/g)].map(([, path]) => path!);
  const words: Record<string, Record<string, string>> = {};
  for (const [language, all] of Object.entries(LANGUAGES)) {
    // The English first screen stands in the file.
    const paths = [...(language === "en" ? [] : named), ...Object.keys(en.boot).map((name) => `boot.${name}`), "tryAgain"];
    words[language] = Object.fromEntries(paths.map((path) => [path, word(path, all)]));
  }
  return JSON.stringify(words);
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The page with its words, boards and boot script. */
async function fill(html: string): Promise<string> {
  const source = readFileSync(fileURLToPath(new URL("../src/boot.js", import.meta.url)), "utf8");
  const plain = source.replace("WORDS;", () => `${bootWords(html)};`);
  const { code } = await transformWithOxc(plain, "boot.js", { target: "es2015", sourcemap: false });
  const boot = code.replace(/^\s*\/\/.*$|^\s*\/\*[\s\S]*?\*\/|^\s+/gm, "").trim();
  const hash = createHash("sha256").update(boot).digest("base64");
  return html
    .replace(/<!-- The first screen[\s\S]*?-->\s*/, "")
    .replace(/(<[^>]* data-say="([^"]+)"[^>]*>)/g, (_, tag: string, path: string) => tag + escape(word(path, en)))
    .replace(/data-label="([^"]+)"/g, (all, path: string) => `${all} aria-label="${escape(word(path, en))}"`)
    .replace(/%PICTURE ([a-z-]+)%/g, (_, kind: Kind) => {
      const { columns, cells, illegal, last } = DEMOS[kind];
      return picture(columns, cells, `first-${kind}`, illegal, last ?? -1);
    })
    .replace("%BOOT_HASH%", `'sha256-${hash}'`)
    .replace("%BOOT%", () => boot);
}

export function shell(): Plugin {
  return {
    name: "narrows-shell",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => fill(html),
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return;
        let html = String(page.source);
        // The styles come with the page: nothing to wait for before the first paint.
        html = html.replace(/\s*<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g, (_, name: string) => {
          const style = bundle[name];
          if (style?.type !== "asset") throw new Error(`${name} is not in the bundle`);
          delete bundle[name];
          return `<style>${String(style.source).trim().replaceAll("url(./", "url(./assets/")}</style>`;
        });
        const engine = Object.keys(bundle).find((name) => name.endsWith(".wasm"));
        if (!engine) throw new Error("the engine is not in the bundle");
        // `boot.js` loads the script and the engine, each when the first paint allows it.
        let script = "";
        html = html.replace(/\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/, (_, name: string) => {
          script = name;
          return "";
        });
        if (!script) throw new Error("the script is not in the page");
        page.source = html.replace("<script>", `<meta name="narrows-files" content="${script} ./${engine}" />\n    <script>`);
      },
    },
  };
}
