/**
 * Single keys that act on the game. Only while the board has the focus, so that nobody who types or
 * speaks elsewhere sets them off (WCAG 2.1.4).
 */

/** What a key does, by the key's name. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Listens until `signal` ends it. */
export function listen(board: Element, shortcuts: Shortcuts, signal: AbortSignal): void {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (!board.contains(event.target as Node)) return;
    const action = shortcuts[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", press, { signal });
}
