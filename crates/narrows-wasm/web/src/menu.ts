/** The one menu: everything that is needed rarely. */
import { allowedRows } from "narrows-wasm";
import { openSheet, toast } from "./dialogs";
import { h } from "./dom";
import { openHelp } from "./help";
import type { PlayScreen } from "./play";
import { openRecord } from "./record";
import { openRules } from "./rules-sheet";
import { SEATS, type Seat, type Theme } from "./settings";
import { toFragment } from "./share";
import { applyTheme } from "./theme";
import { colorOf, seatName } from "./words";

let choices = 0;

/** A labelled choice from a list. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  value: string,
  change: (value: string) => void,
): HTMLDivElement {
  const id = `choice-${(choices += 1)}`;
  const select = h(
    "select",
    { id, onchange: () => change(select.value) },
    ...options.map(([key, words]) => h("option", { value: key, selected: key === value }, words)),
  );
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

/** A labelled switch. */
export function toggle(
  label: string,
  detail: string,
  on: boolean,
  change: (on: boolean) => void,
): HTMLLabelElement {
  const box = h("input", { type: "checkbox", role: "switch", checked: on, onchange: () => change(box.checked) });
  return h("label", { class: "switch" }, h("span", {}, label, h("small", {}, detail)), box);
}

export function openMenu(screen: PlayScreen): void {
  const { kind, app, session } = screen;
  const { settings } = app;
  const narrows = kind === "narrows";
  const body = h("div", { class: "menu-body" });
  const sheet = openSheet("Menu", body, "menu-sheet");

  const seat = (player: "first" | "second"): HTMLElement => {
    const color = colorOf(player, session.live);
    const label = color ? (color === "black" ? "Black" : "White") : player === "first" ? "First player" : "Second player";
    return choice(
      label,
      SEATS.map((value) => [String(value), seatName(value)] as const),
      String(session.seats[player]),
      (value) => {
        const chosen = (value === "human" ? "human" : Number(value)) as Seat;
        screen.setSeats({ ...screen.session.seats, [player]: chosen });
      },
    );
  };
  // Black above White, also after an exchange.
  const order = colorOf("first", session.live) === "white" ? (["second", "first"] as const) : (["first", "second"] as const);
  const players = h("fieldset", {}, h("legend", {}, "Players"), seat(order[0]), seat(order[1]));

  const size = h("fieldset", {}, h("legend", {}, "Board"));
  const drawSize = (): void => {
    const { columns, rows } = settings.value.games[kind];
    const resize = (toColumns: number, toRows: number): void => {
      const allowed = allowedRows(kind, toColumns);
      // The nearest number of rows that goes with these columns.
      const fitting = [...allowed].sort((a, b) => Math.abs(a - toRows) - Math.abs(b - toRows))[0]!;
      const was = settings.value.games[kind];
      settings.updateGame(kind, { columns: toColumns, rows: fitting });
      drawSize();
      void screen.newGame().then((begun) => {
        if (begun) return;
        settings.updateGame(kind, { columns: was.columns, rows: was.rows });
        drawSize();
      });
    };
    const numbers = (values: Iterable<number>): (readonly [string, string])[] =>
      Array.from(values, (value) => [String(value), String(value)] as const);
    const all = Array.from({ length: 26 }, (_, index) => index + 1).filter(
      (value) => allowedRows(kind, value).length > 0,
    );
    size.replaceChildren(
      h("legend", {}, "Board"),
      h(
        "div",
        { class: "pair" },
        choice("Columns", numbers(all), String(columns), (value) => resize(Number(value), rows)),
        choice("Rows", numbers(allowedRows(kind, columns)), String(rows), (value) => resize(columns, Number(value))),
      ),
      h("p", { class: "note" }, narrows ? "One side must be even. A new size begins a new game." : "A new size begins a new game."),
    );
  };
  drawSize();

  const change = (): void => screen.settingsChanged();
  const { value } = settings;
  const switches = h(
    "fieldset",
    {},
    h("legend", {}, "Play"),
    toggle(
      narrows ? "Confirm moves" : "Confirm placements",
      narrows ? "A capture waits for Confirm or a second tap." : "A stone waits for Confirm or a second tap.",
      value.confirm[kind],
      (on) => {
        settings.update({ confirm: { ...settings.value.confirm, [kind]: on } });
        change();
      },
    ),
    !narrows &&
      toggle("Marking", "Red dots where a placement is illegal.", value.marking, (on) => {
        settings.update({ marking: on });
        change();
      }),
    narrows &&
      toggle("Pie rule", "White may take over Black’s first move.", value.pie, (on) => {
        settings.update({ pie: on });
        if (screen.session.live.plies === 0) void screen.newGame();
        else toast("From the next game on.");
      }),
    toggle("Analysis", "Marks moves that win or lose, where the solver can tell.", value.analysis, (on) => {
      settings.update({ analysis: on });
      change();
    }),
    choice(
      "Appearance",
      [
        ["auto", "As the device"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      value.theme,
      (theme) => {
        settings.update({ theme: theme as Theme });
        applyTheme(theme as Theme);
      },
    ),
  );

  const action = (words: string, run: () => void): HTMLButtonElement =>
    h(
      "button",
      {
        type: "button",
        class: "button",
        onclick: () => {
          sheet.close();
          run();
        },
      },
      words,
    );
  const actions = h(
    "div",
    { class: "actions" },
    action("Record", () => openRecord(screen)),
    action("Share link", () => void share(screen)),
    action("Rules", () => openRules(kind)),
    action("Puzzles", () => {
      location.hash = "#/puzzles";
    }),
    action("Keys", () => openHelp(kind)),
  );
  const kept = app.storage.persistent
    ? "Your settings and an unfinished game are kept in your browser."
    : "This browser keeps nothing: settings and the game are lost when the page is closed.";
  body.append(players, size, switches, actions, h("p", { class: "note" }, kept));
}

/** Offers the game as a link that holds all of it. */
async function share(screen: PlayScreen): Promise<void> {
  const fragment = await toFragment(screen.session.game.record());
  const link = location.origin + location.pathname + fragment;
  const field = h("textarea", { rows: 4, readonly: true, "aria-label": "Share link", spellcheck: "false" });
  field.value = link;
  const copy = h(
    "button",
    {
      type: "button",
      class: "button primary",
      onclick: () => void copyText(link, field),
    },
    "Copy link",
  );
  openSheet(
    "Share link",
    h("div", { class: "stack" }, h("p", {}, "The link holds the whole game. Nothing is sent anywhere."), field, copy),
  );
}

/** Copies text, by hand where the clipboard is closed to the page. */
export async function copyText(text: string, field: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    field.focus();
    field.select();
    toast("Press Ctrl+C or Copy to copy the marked text.");
  }
}
