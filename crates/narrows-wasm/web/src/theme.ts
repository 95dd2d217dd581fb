/** How the page looks: light and dark, board and stones. */
import type { Settings } from "./settings";

export function applyLook({ theme, board, stones }: Pick<Settings, "theme" | "board" | "stones">): void {
  const root = document.documentElement;
  const set = (name: string, value: string, usual: string): void => {
    if (value === usual) delete root.dataset[name];
    else root.dataset[name] = value;
  };
  set("theme", theme, "auto");
  set("board", board, "wood");
  set("stones", stones, "round");
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#14191d" : "#f1ebdf");
}
