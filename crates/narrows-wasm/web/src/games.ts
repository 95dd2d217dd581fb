/** The list of one's own games: open, rename, download, delete; and opening one from a file. */
import { gamePath, type App } from "./app";
import { ask, openSheet, toast } from "./dialogs";
import { h } from "./dom";
import { fileName, type Entry } from "./library";
import { newId } from "./saved";
import { Session } from "./session";
import { t } from "./strings";

/** What a game is called that its player has not named. */
function titleOf({ name, seats, kind }: Entry): string {
  if (name) return name;
  const seat = (who: Entry["seats"]["first"]): string => (who === "human" ? t.human : t.level(who));
  return t.games.untitled(t.titles[kind], seat(seats.first), seat(seats.second));
}

function detailOf({ picture, rows, played, plies, winner, seats }: Entry): string {
  const date = new Date(played).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
  const size = `${picture?.columns ?? 0}x${rows}`;
  return t.games.detail(date, size, plies, winner && { player: winner, human: seats[winner] === "human" });
}

/** Makes a game the one its screen goes on with, and shows it. */
export function openGame(app: App, game: Parameters<App["saved"]["save"]>[0]): void {
  app.saved.save(game);
  const path = gamePath(game.kind);
  if (location.hash === path) app.reopen();
  else location.hash = path;
}

/** Opens the game in a record that somebody has as a file. Its names, date and players stay as they are. */
export async function openFile(app: App, file: Blob): Promise<void> {
  try {
    const session = Session.fromRecord(await file.text(), {});
    const { kind, columns, cells, lastPoint } = session.view;
    const { seats, makers } = session;
    const picture = { columns, cells, lastPoint, count: "", message: t.boot.loading };
    openGame(app, { id: newId(), kind, record: session.record(), seats, makers, picture, link: null });
    session.free();
  } catch (error) {
    toast(t.record.notLoaded((error as Error).message));
  }
}

/** Takes record files that are dropped on the page. */
export function takeDrops(app: App): void {
  addEventListener("dragover", (event) => {
    if ((event as DragEvent).dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = (event as DragEvent).dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void app.engine.then(() => openFile(app, file));
  });
}

function download(entry: Entry): void {
  const url = URL.createObjectURL(new Blob([entry.record], { type: "text/plain" }));
  const link = h("a", { href: url, download: fileName(entry) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function openGames(app: App): void {
  const list = h("ul", { class: "games" });
  const input = h("input", {
    type: "file",
    accept: ".txt,.pgn,text/plain",
    hidden: true,
    onchange: () => {
      const file = input.files?.[0];
      if (!file) return;
      sheet.close();
      void openFile(app, file);
    },
  });
  const fromFile = h("button", { type: "button", class: "button", onclick: () => input.click() }, t.games.fromFile);
  const sheet = openSheet(t.games.title, h("div", { class: "stack" }, list, input, fromFile, h("p", { class: "note" }, t.games.drop)));
  const draw = async (): Promise<void> => {
    const entries = await app.library.list();
    const rows = entries.map((entry) => row(app, entry, () => sheet.close(), () => void draw()));
    list.replaceChildren(...(rows.length ? rows : [h("li", {}, t.games.none)]));
  };
  void draw();
}

/** One game; `done` closes the list, `changed` draws it anew. */
function row(app: App, entry: Entry, done: () => void, changed: () => void): HTMLElement {
  const title = titleOf(entry);
  const action = (words: string, run: () => void): HTMLButtonElement =>
    h("button", { type: "button", class: "button small", "aria-label": `${words}: ${title}`, onclick: run }, words);
  const open = h(
    "button",
    {
      type: "button",
      class: "game",
      onclick: () => {
        done();
        openGame(app, entry);
      },
    },
    h("b", {}, title),
    h("small", {}, detailOf(entry)),
  );
  const rename = action(t.games.rename, () => {
    const field = h("input", { type: "text", class: "name", value: entry.name, "aria-label": t.games.name, maxlength: 80 });
    const save = (): void => void app.library.rename(entry.id, field.value.trim()).then(changed);
    field.addEventListener("keydown", ({ key }) => key === "Enter" && save());
    open.replaceWith(field);
    rename.replaceWith(action(t.games.save, save));
    field.focus();
  });
  const remove = action(t.games.remove, () => {
    void ask(t.games.removeQuestion, title, t.games.remove, t.games.keep).then(async (sure) => {
      if (!sure) return;
      await app.library.remove(entry.id);
      app.saved.remove(entry.id);
      changed();
    });
  });
  return h("li", {}, open, h("div", { class: "game-actions" }, rename, action(t.games.download, () => download(entry)), remove));
}
