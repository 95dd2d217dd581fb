/** The one menu: everything that is needed rarely. */
import { allowedRows } from "narrows-wasm";
import { openSheet, toast } from "./dialogs";
import { h } from "./dom";
import { choice, toggle } from "./fields";
import { openGames } from "./games";
import { openHelp } from "./help";
import { openRecord } from "./record";
import { openRules } from "./rules-sheet";
import { BOARDS, SEATS, STONES, type BoardLook, type Seat, type StonesLook, type Theme } from "./settings";
import { openShare } from "./share-sheet";
import { LANGUAGES, t, type Language } from "./strings";
import type { Table } from "./table";
import { seatName } from "./words";

export function openMenu(table: Table): void {
  const body = h("div", { class: "menu-body" });
  const sheet = openSheet(t.menu.title, body, "menu-sheet");
  const { storage } = table.app;
  body.append(
    players(table),
    board(table),
    play(table),
    page(table),
    actions(table, () => sheet.close()),
    h("p", { class: "note" }, storage.persistent ? t.menu.kept : t.menu.notKept),
  );
}

/** Who plays. */
function players(table: Table): HTMLElement {
  const { session } = table;
  const { players } = session.view;
  const seat = (player: "first" | "second"): HTMLElement => {
    const { color } = players[player];
    return choice(
      color ? t.color[color] : t.menu.player[player],
      SEATS.map((value) => [String(value), seatName(value)] as const),
      String(session.seats[player]),
      (value) => {
        const chosen = (value === "human" ? "human" : Number(value)) as Seat;
        table.setSeats({ ...table.session.seats, [player]: chosen });
      },
    );
  };
  // Black above White, also after an exchange.
  const order = players.first.color === "white" ? (["second", "first"] as const) : (["first", "second"] as const);
  return h("fieldset", {}, h("legend", {}, t.menu.players), seat(order[0]), seat(order[1]));
}

const SIDES = Array.from({ length: 26 }, (_, index) => index + 1);

/** The board's size. */
function board(table: Table): HTMLElement {
  const { kind } = table;
  const { settings } = table.app;
  const group = h("fieldset", {});
  const fitting = (columns: number, rows: number): number =>
    // The nearest number of rows that goes with these columns.
    [...allowedRows(kind, columns)].sort((a, b) => Math.abs(a - rows) - Math.abs(b - rows))[0]!;
  const resize = async (columns: number, rows: number): Promise<void> => {
    const was = settings.value.games[kind];
    settings.updateGame(kind, { columns, rows: fitting(columns, rows) });
    draw();
    if (await table.newGame()) return;
    settings.updateGame(kind, { columns: was.columns, rows: was.rows });
    draw();
  };
  const numbers = (values: Iterable<number>): (readonly [string, string])[] =>
    Array.from(values, (value) => [String(value), String(value)] as const);
  const draw = (): void => {
    const { columns, rows } = settings.value.games[kind];
    const all = SIDES.filter((value) => allowedRows(kind, value).length > 0);
    const focused = [...group.querySelectorAll("select")].indexOf(document.activeElement as HTMLSelectElement);
    const fields = [
      choice(t.menu.columns, numbers(all), String(columns), (value) => void resize(Number(value), rows)),
      choice(t.menu.rows, numbers(allowedRows(kind, columns)), String(rows), (value) => void resize(columns, Number(value))),
    ];
    group.replaceChildren(
      h("legend", {}, t.menu.board),
      h("div", { class: "pair" }, ...fields),
      h("p", { class: "note" }, t.menu.size[kind]),
    );
    // The lists are new: the focus stays where it was.
    if (focused >= 0) group.querySelectorAll("select")[focused]?.focus();
  };
  draw();
  return group;
}

/** How the game is played. */
function play(table: Table): HTMLElement {
  const { kind } = table;
  const { settings } = table.app;
  const { value } = settings;
  const narrows = kind === "narrows";
  return h(
    "fieldset",
    {},
    h("legend", {}, t.menu.play),
    toggle(t.menu.confirm[kind], value.confirm[kind], (on) => {
      settings.setConfirm(kind, on);
      table.settingsChanged();
    }),
    !narrows &&
      toggle(t.menu.marking, value.marking, (on) => {
        settings.update({ marking: on });
        table.settingsChanged();
      }),
    narrows &&
      toggle(t.menu.pie, value.pie, (on) => {
        settings.update({ pie: on });
        if (table.session.view.plies === 0) void table.newGame();
        else toast(t.menu.pieLater);
      }),
    toggle(t.menu.analysis, value.analysis, (on) => {
      settings.update({ analysis: on });
      table.settingsChanged();
    }),
  );
}

/** How the page looks and speaks. */
function page(table: Table): HTMLElement {
  const { settings, reopen } = table.app;
  const { appearances } = t.menu;
  const flip = (name: "coordinates" | "flipped" | "sound"): HTMLElement =>
    toggle(t.menu[name], settings.value[name], (on) => {
      settings.update({ [name]: on });
      table.settingsChanged();
    });
  const languages = Object.entries(LANGUAGES).map(([name, words]) => [name, words.language] as const);
  return h(
    "fieldset",
    {},
    h("legend", {}, t.menu.page),
    flip("coordinates"),
    flip("flipped"),
    flip("sound"),
    choice(
      t.menu.appearance,
      [
        ["auto", appearances.auto],
        ["light", appearances.light],
        ["dark", appearances.dark],
      ],
      settings.value.theme,
      (theme) => {
        settings.update({ theme: theme as Theme });
      },
    ),
    choice(t.menu.boardLook, BOARDS.map((name) => [name, t.menu.boards[name]] as const), settings.value.board, (board) =>
      settings.update({ board: board as BoardLook }),
    ),
    choice(t.menu.stonesLook, STONES.map((name) => [name, t.menu.stones[name]] as const), settings.value.stones, (stones) =>
      settings.update({ stones: stones as StonesLook }),
    ),
    choice(t.menu.language, [["auto", t.menu.languageAuto], ...languages], settings.value.language, (language) => {
      settings.update({ language: language as Language | "auto" });
      reopen();
    }),
  );
}

/** What opens instead of the menu. */
function actions(table: Table, close: () => void): HTMLElement {
  const action = (words: string, run: () => void): HTMLButtonElement =>
    h(
      "button",
      {
        type: "button",
        class: "button",
        onclick: () => {
          close();
          run();
        },
      },
      words,
    );
  return h(
    "div",
    { class: "actions" },
    action(t.games.title, () => openGames(table.app)),
    action(t.menu.record, () => openRecord(table)),
    action(t.menu.share, () => void openShare(table.session)),
    action(t.menu.rules, () => openRules(table.kind)),
    action(t.menu.puzzles, () => {
      location.hash = "#/puzzles";
    }),
    action(t.menu.keys, () => openHelp(table.kind)),
  );
}
