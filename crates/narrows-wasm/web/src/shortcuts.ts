/**
 * Single keys that act on the game. Only while the board has the focus, so that nobody who types or
 * speaks elsewhere sets them off (WCAG 2.1.4); Escape is no letter and works everywhere.
 */

/** What a key does, by the key's name. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Listens until the function that is returned is called. */
export function listen(board: Element, shortcuts: Shortcuts): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key !== "Escape" && !board.contains(event.target as Node)) return;
    const action = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
