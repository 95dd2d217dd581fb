/**
 * A game's screen until the engine is there: its board as it was left, or as it begins, with controls
 * that wait. A tap on the board is remembered and counts once the game is open.
 */
import type { Color, Kind } from "narrows-wasm";
import type { App, Screen } from "./app";
import { drawPlayers } from "./controls";
import { setText } from "./dom";
import { Layout } from "./layout";
import type { Picture } from "./saved";
import { plain } from "./scene";
import type { Target } from "./session";
import { t } from "./strings";
import { countLine, firstTurn } from "./words";

/** A board as a game begins: only a picture, the rules are the engine's. */
function beginning(kind: Kind, columns: number, rows: number): Picture {
  const points = Array.from({ length: columns * rows }, (_, point) => {
    if (kind === "black-narrows") return ".";
    // The top left stone is black.
    return ((point % columns) + rows - 1 - Math.floor(point / columns)) % 2 === 0 ? "b" : "w";
  });
  return { columns, cells: points.join(""), lastPoint: null, count: "", message: "" };
}

/** Who begins, as far as the picture shows it. */
const FIRST = {
  "black-narrows": { colorToMove: null, players: { first: { color: null }, second: { color: null } } },
  narrows: { colorToMove: "black", players: { first: { color: "black" }, second: { color: "white" } } },
} as const satisfies Record<Kind, { colorToMove: Color | null; players: object }>;

export class OpeningScreen implements Screen {
  readonly element: HTMLElement;
  readonly title: string;
  /** What was tapped meanwhile, in order. */
  readonly taps: Target[] = [];
  readonly layout: Layout;

  constructor(app: App, kind: Kind, kept: Picture | null) {
    this.title = t.titles[kind];
    const layout = new Layout(kind);
    const { stage } = layout;
    const { board } = stage;
    this.layout = layout;
    this.element = layout.element;
    this.element.classList.add("opening");
    const { columns, rows, seats } = app.settings.value.games[kind];
    const picture = kept ?? beginning(kind, columns, rows);
    const view = {
      ...picture,
      ...FIRST[kind],
      kind,
      rows: picture.cells.length / picture.columns,
      ply: 0,
      plies: 0,
      stones: picture.cells.replaceAll(".", "").length,
      illegal: [],
      last: null,
      outcome: null,
      toMove: "first" as const,
      players: {
        first: { ...FIRST[kind].players.first, seat: seats.first },
        second: { ...FIRST[kind].players.second, seat: seats.second },
      },
    };
    const name = t.play.board(this.title, view.columns, view.rows);
    board.turn(app.settings.value.coordinates, app.settings.value.flipped);
    board.draw({ view: plain(view), verdicts: new Map(), arriving: null, label: () => "", name });
    board.onTarget = (target) => this.taps.push(target);
    drawPlayers(layout.players, view);
    setText(stage.count, picture.count || countLine(view, picture.cells.length));
    stage.say("", picture.message || (seats.first === "human" ? firstTurn(view) : t.boot.loading));
    setText(layout.ply, "\u00a0");
    layout.enable(false);
    stage.confirm.hidden = !app.settings.value.confirm[kind];
  }

  /** The game takes over the layout, so that nothing that is read already is painted anew. */
  leave(): void {}
}
