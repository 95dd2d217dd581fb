/** Every word in German. */
import type { Color } from "narrows-wasm";
import type { PointMarks, Strings, Who } from "./en";

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const COLOR: Readonly<Record<Color, string>> = { black: "Schwarz", white: "Weiß" };

const ORDER = { first: "Spieler 1", second: "Spieler 2" };

function who(player: Who): string {
  switch (player.type) {
    case "you":
      return "Du";
    case "color":
      return COLOR[player.color];
    case "order":
      return ORDER[player.player];
    case "level":
      return player.twin
        ? `Stufe ${player.level} (${player.color ? COLOR[player.color] : ORDER[player.player]})`
        : `Stufe ${player.level}`;
  }
}

/** A verb after its subject: „Du hast“, „Stufe 3 hat“. */
const has = (player: Who): string => `${who(player)} ${player.type === "you" ? "hast" : "hat"}`;
const spaced = (move: string): string => move.replace("x", " x ");

export const de: Strings = {
  language: "Deutsch",
  titles: { "black-narrows": "Black Narrows", narrows: "Narrows" },
  both: "Narrows und Black Narrows",
  about: "Black Narrows und Narrows, zwei Brettspiele von Mark Steere, gegen den Computer oder zu zweit.",
  by: "Ein Spiel von Mark Steere",
  bothBy: "Spiele von Mark Steere",
  color: COLOR,
  human: "Mensch",
  level: (level) => `Stufe ${level}`,
  levels: ["Stufe 1, zufällig", "Stufe 2, sanft", "Stufe 3, locker", "Stufe 4, wach", "Stufe 5, stark", "Stufe 6, unschlagbar"],
  close: "Schließen",
  tryAgain: "Noch einmal versuchen",

  boot: {
    noScript: "Beide Spiele laufen in deinem Browser und brauchen JavaScript: Schalte es für diese Seite ein.",
    noWebAssembly:
      "Beide Spiele brauchen WebAssembly, das dieser Browser sperrt: Erlaube es für diese Seite (der Blockierungsmodus schaltet es ab) oder nimm einen anderen Browser.",
    file: "Diese Seite läuft nicht aus einer Datei: Öffne sie über einen Webserver, zum Beispiel mit `cargo xtask serve`.",
    old: "Dieser Browser ist zu alt für diese Seite: Aktualisiere ihn oder nimm ein aktuelles Firefox, Chrome, Edge oder Safari.",
    notLoaded: "Ein Teil der Seite ließ sich nicht laden: Prüfe die Verbindung und versuche es noch einmal.",
    loading: "Lädt …",
  },

  start: {
    heading: "Zwei Spiele vom offenen Wasser",
    by: "von Mark Steere",
    words: {
      "black-narrows": "Setze Steine und halte alle in Verbindung. Wer zuletzt setzt, gewinnt.",
      narrows: "Schlage Steine und öffne das Wasser. Verbinde alle deine Inseln und gewinne.",
    },
    play: "Spielen",
    more: "Mehr",
    puzzles: "Aufgaben",
    rules: { "black-narrows": "Regeln von Black Narrows", narrows: "Regeln von Narrows" },
    designed: "Mark Steere hat beide Spiele erfunden.",
  },

  page: {
    failed: "Die Seite konnte nicht starten",
    shared: (sentence) => `Eine geteilte Partie: ${sentence}`,
    backToOwn: "Zurück zu meiner Partie",
    badLink: (reason) => `Der Link ließ sich nicht öffnen: ${reason}.`,
    linkDamaged: "er ist beschädigt oder abgeschnitten",
    newVersion: "Eine neue Version ist bereit.",
    update: "Aktualisieren",
  },

  play: {
    allGames: "Alle Spiele",
    menu: "Menü",
    game: "Partie",
    controls: "Bedienung",
    stepping: "Durch die Partie blättern",
    first: "Zum Anfang",
    back: "Zug zurück",
    forward: "Zug vor",
    last: "Zum letzten Zug",
    confirm: "Bestätigen",
    undo: "Zurück",
    hint: "Tipp",
    stop: "Stopp",
    goOn: "Weiter",
    newGame: "Neue Partie",
    exchange: "Farben tauschen",
    takeOver: "Schwarz nehmen",
    stayWhite: "Weiß bleiben",
    noMoves: "noch kein Zug",
    ply: (ply, plies) => `Zug ${ply} von ${plies}`,
    firstPlayer: "Spieler 1",
    secondPlayer: "Spieler 2",
    won: "gewonnen",
    toMove: "am Zug",
    board: (title, columns, rows) => `${title}, Brett ${columns} mal ${rows}`,
  },

  say: {
    who,
    turn: (player, color) => {
      if (player.type === "you") return color ? `Du bist mit ${COLOR[color]} am Zug` : "Du bist am Zug";
      return `${who(player)} ist am Zug`;
    },
    firstTap: { "black-narrows": "tippe auf einen Punkt", narrows: "tippe auf einen deiner Steine" },
    pending: {
      "black-narrows": (move) => `${move}: tippe auf Bestätigen oder noch einmal auf den Stein.`,
      narrows: (move) => `${spaced(move)}: tippe auf Bestätigen oder noch einmal auf das Ziel.`,
    },
    captures: (from, captures) =>
      captures ? `${from} kann ${count(captures, "Stein", "Steine")} schlagen.` : `${from} kann nichts schlagen.`,
    counts: (stones, left) => `${count(stones, "Stein", "Steine")} · noch ${count(left, "erlaubter Zug", "erlaubte Züge")}`,
    countsNarrows: (black, white, moves) =>
      `${black} schwarz · ${white} weiß · ${count(moves, "Zug", "Züge")} gespielt`,
    tookOver: (player) => `${has(player)} Schwarz übernommen.`,
    placed: (player, move) => `${has(player)} auf ${move} gesetzt.`,
    captured: (player, move) => `${has(player)} ${spaced(move)} geschlagen.`,
    wins: (player, lost) => {
      if (player.type === "you") return "Du gewinnst";
      return lost ? `Du verlierst gegen ${who(player)}` : `${who(player)} gewinnt`;
    },
    noPlacement: (stones) => `${count(stones, "Stein", "Steine")} auf dem Brett, kein Zug mehr möglich.`,
    linkedBoth: (mover, move) =>
      `Der Zug ${spaced(move)} von ${COLOR[mover]} verbindet beide Farben, also gewinnt, wer gezogen hat.`,
    linkedOwn: (winner, move) => `${COLOR[winner]} hat mit dem eigenen Zug ${spaced(move)} alle Gruppen verbunden.`,
    linkedOther: (winner, mover, move) =>
      `Der Zug ${spaced(move)} von ${COLOR[mover]} hat alle Gruppen von ${COLOR[winner]} verbunden.`,
    takenBack: (move) => `${move} zurückgenommen.`,
    cancelled: "Abgebrochen.",
    illegalHere: "Hier darf kein Stein stehen.",
    stoneHere: "Hier steht ein Stein.",
    newGame: "Neue Partie.",
    lookingBack: "Du blickst zurück. Blättere vor, um weiterzuspielen.",
    lookingAt: (move) => `Rückblick: ${spaced(move)}.`,
    lookingAtStart: "Rückblick: der Anfang.",
    moveShown: (ply, move) => `Zug ${ply}: ${move}.`,
    startShown: "Anfang der Partie.",
    undone: "Dein letzter Zug ist zurückgenommen.",
    stayed: "Du bleibst Weiß.",
    stopped: "Angehalten.",
    stoppedLong: "Angehalten. Mit „Weiter“ zieht der Computer.",
    exchange: "Farben tauschen?",
    lookingForHint: "Ein Tipp wird gesucht",
    thinking: (player) => `${who(player)} denkt nach`,
    hint: (move) => `Tipp: ${spaced(move)}.`,
    hintSwap: "Tipp: Schwarz übernehmen.",
    hintWins: "Das gewinnt.",
    hintLoses: "Jeder Zug verliert gegen bestes Spiel.",
    noHint: (reason) => `Kein Tipp: ${reason}.`,
    noMove: (reason) => `Der Computer konnte nicht ziehen: ${reason}.`,
    engineFailed: "Die Spiellogik ist ausgefallen. Die Partie steht wie vor deinem letzten Zug.",
    marking: (on) => (on ? "Markierung an." : "Markierung aus."),
    analysis: (on) => (on ? "Analyse an." : "Analyse aus."),
    point: (marks: PointMarks) => {
      const parts = [
        marks.name,
        {
          waiting: "wartet auf Bestätigung",
          stone: "Stein",
          black: "schwarzer Stein",
          white: "weißer Stein",
          empty: "leer",
        }[marks.stone],
      ];
      if (marks.last) parts.push(marks.last === "moved" ? "zuletzt gezogen" : "zuletzt gesetzt");
      if (marks.illegal) parts.push("hier nicht erlaubt");
      if (marks.chosen) parts.push("gewählt");
      if (marks.target) parts.push("kann geschlagen werden");
      if (marks.links) parts.push("verbindet den Sieger");
      if (marks.hint) parts.push("Tipp");
      if (marks.verdict) parts.push(marks.verdict === "win" ? "gewinnt" : "verliert");
      return parts.join(", ");
    },
  },

  analysis: {
    busy: "Analyse läuft …",
    wins: (wins, moves) => `Analyse: ${wins} von ${moves} Zügen gewinnen.`,
    loses: "Analyse: Jeder Zug verliert.",
    unknown: "Analyse: nicht rechtzeitig gelöst.",
  },

  moves: {
    title: "Züge",
    none: "Es gibt noch keinen Zug.",
    move: (number, move) => `Zug ${number}: ${move}`,
    mistake: (number, move, better) =>
      `Zug ${number}: ${move}, ein Fehler. Stufe 6 spielt ${better === "swap" ? "den Tausch" : spaced(better)}.`,
    review: "Partie analysieren",
    stop: (done, all) => `Stopp (${done} von ${all})`,
    graph: "Wie gut Spieler 1 nach jedem Zug stand, laut Stufe 6",
    better: (move) => `Stufe 6 spielt hier ${move === "swap" ? "den Tausch" : spaced(move)}.`,
    failed: (reason) => `Die Analyse brach ab: ${reason}.`,
  },

  discard: {
    question: "Diese Partie verwerfen?",
    detail: "Sie ist noch nicht zu Ende.",
    keep: "Weiterspielen",
    load: "Aufzeichnung laden",
  },

  menu: {
    title: "Menü",
    players: "Spieler",
    player: { first: "Spieler 1", second: "Spieler 2" },
    board: "Brett",
    columns: "Spalten",
    rows: "Reihen",
    size: {
      "black-narrows": "Eine neue Größe beginnt eine neue Partie.",
      narrows: "Eine Seite muss gerade sein. Eine neue Größe beginnt eine neue Partie.",
    },
    play: "Spielen",
    confirm: {
      "black-narrows": ["Züge bestätigen", "Ein Stein wartet auf Bestätigen oder ein zweites Tippen."],
      narrows: ["Züge bestätigen", "Ein Schlag wartet auf Bestätigen oder ein zweites Tippen."],
    },
    marking: ["Markierung", "Rote Punkte, wo kein Stein stehen darf."],
    pie: ["Tauschregel", "Weiß darf nach dem ersten Zug Schwarz übernehmen."],
    pieLater: "Das gilt ab der nächsten Partie.",
    analysis: ["Analyse", "Zeigt Züge, die gewinnen oder verlieren, soweit berechenbar."],
    page: "Seite",
    coordinates: ["Koordinaten", "Buchstaben und Zahlen um das Brett."],
    flipped: ["Brett drehen", "Für Mitspieler auf der anderen Seite des Tisches."],
    sound: ["Ton", "Ein Klick für jeden Zug."],
    appearance: "Aussehen",
    appearances: { auto: "Wie das Gerät", light: "Hell", dark: "Dunkel" },
    boardLook: "Brett",
    boards: { wood: "Holz", slate: "Schiefer", moss: "Moos", paper: "Papier" },
    stonesLook: "Steine",
    stones: { round: "Gewölbt", flat: "Flach" },
    language: "Sprache",
    languageAuto: "Wie der Browser",
    record: "Aufzeichnung",
    share: "Link teilen",
    rules: "Regeln",
    puzzles: "Aufgaben",
    keys: "Tasten",
    kept: "Deine Einstellungen und eine unfertige Partie bleiben in deinem Browser.",
    notKept: "Dieser Browser speichert nichts: Einstellungen und Partie sind weg, sobald die Seite geschlossen wird.",
  },

  games: {
    title: "Meine Partien",
    none: "Es gibt noch keine Partie.",
    untitled: (title, first, second) => `${title}, ${first} und ${second}`,
    detail: (date, size, plies, winner) => {
      const moves = count(plies, "Zug", "Züge");
      return `${date} · ${size} · ${winner ? `${ORDER[winner.player]} gewann nach ${plies === 1 ? "einem Zug" : `${plies} Zügen`}` : moves}`;
    },
    rename: "Umbenennen",
    name: "Name der Partie",
    save: "Sichern",
    download: "Herunterladen",
    remove: "Löschen",
    removeQuestion: "Diese Partie löschen?",
    keep: "Behalten",
    fromFile: "Datei öffnen",
    drop: "Eine Aufzeichnung lässt sich auch auf die Seite ziehen. Die Partien bleiben nur in diesem Browser.",
  },

  share: {
    sentence: (title, plies, state) => `${title}, ${plies === 0 ? "eine neue Partie" : `nach ${plies} ${plies === 1 ? "Zug" : "Zügen"}`}. ${state}.`,
    detail: "Der Link enthält die ganze Partie: Wer ihn öffnet, macht den nächsten Zug und schickt den neuen Link zurück.",
    send: "Senden…",
    copyMessage: "Mit Nachricht kopieren",
    sendBack: "Deinen Zug zurückschicken?",
    sendLink: "Link senden",
    copy: "Link kopieren",
    copied: "Kopiert.",
    copyByHand: "Kopiere den markierten Text mit Strg+C oder „Kopieren“.",
  },

  record: {
    detail: "Kopiere die Partie, oder füge hier eine Aufzeichnung ein und lade sie.",
    load: "Laden",
    copy: "Kopieren",
    notLoaded: (reason) => `Nicht geladen: ${reason}.`,
    otherGame: (title) => `das ist eine Partie ${title}; öffne sie dort`,
  },

  puzzles: {
    puzzle: "Aufgabe",
    games: "Aufgaben zu",
    both: "Beide Spiele",
    heading: (title, rating, solved) => `${title}, Wertung ${rating}${solved ? ", gelöst" : ""}`,
    rating: (value, deviation, solved, all) => `Deine Wertung: ${value} ± ${deviation} · ${solved} von ${all} gelöst`,
    board: (board) => `Aufgabe, ${board}`,
    previous: "Vorige",
    next: "Nächste",
    again: "Noch einmal",
    why: "Warum nicht?",
    colorToMove: (color) => `${COLOR[color]} ist am Zug.`,
    task: {
      "black-narrows": "Ein einziger Zug gewinnt: Finde ihn.",
      narrows: "Ein einziger Schlag gewinnt: Finde ihn.",
    },
    loses: { "black-narrows": "Dieser Zug verliert.", narrows: "Dieser Schlag verliert." },
    right: (move) => `Richtig: Nur ${spaced(move)} gewinnt.`,
    refuted: (wrong, answer, rest) =>
      `${spaced(wrong)} verliert gegen ${spaced(answer)}` +
      (rest.length ? `, zum Beispiel ${rest.slice(0, 4).map(spaced).join(", ")}${rest.length > 4 ? " …" : ""}.` : ", und die Partie ist zu Ende."),
    suicide: (wrong) => `${spaced(wrong)} beendet die Partie, und die andere Seite hat gewonnen.`,
  },

  rules: {
    title: (title) => `Regeln von ${title}`,
    text: {
      "black-narrows": [
        ["Brett", "Ein rechteckiges Gitter, ab 2x2 in jeder Größe. Es ist am Anfang leer."],
        ["Züge", "Zwei Spieler setzen abwechselnd je einen schwarzen Stein auf einen freien Punkt."],
        [
          "Die eine Regel",
          "Nach deinem Zug muss es zwischen je zwei Steinen einen waagerecht und senkrecht zusammenhängenden Weg aus mindestens einem freien Punkt geben. Ein roter Punkt zeigt, wo ein Stein das verletzen würde.",
        ],
        ["Ziel", "Wer den letzten Stein setzt, gewinnt. Kannst du in deinem Zug nicht setzen, hast du verloren."],
      ],
      narrows: [
        [
          "Brett",
          "Ein Kōnane-Brett mit mindestens einer geraden Seite. Am Anfang liegen schwarze und weiße Steine darauf wie die Felder eines Schachbretts.",
        ],
        [
          "Züge",
          "Schwarz beginnt. Du ziehst je Zug einen eigenen Stein, und jeder Zug schlägt: Der Stein nimmt den Platz eines gegnerischen Steins in seiner Reihe oder Spalte ein, der direkt neben ihm steht oder nur durch leere Punkte von ihm getrennt ist. Passen gibt es nicht.",
        ],
        [
          "Ziel",
          "Verbinde alle deine Gruppen durch leere Gebiete. Eine Gruppe sind waagerecht und senkrecht zusammenhängende Steine von dir, ein leeres Gebiet ebenso zusammenhängende leere Punkte. Denk an Inseln im offenen Wasser; Narrows sind die Engen zwischen größeren Gewässern.",
        ],
        [
          "Gewinnen",
          "Du gewinnst mit deinem eigenen Zug oder mit dem deines Gegners. Verbindet dein Zug alle deine und zugleich alle gegnerischen Gruppen, gewinnst du.",
        ],
        [
          "Der Tausch",
          "Nach dem ersten Zug von Schwarz darf Weiß die Farben tauschen und Schwarz mit diesem Zug übernehmen. Wer vorher Schwarz hatte, spielt dann Weiß und zieht als Nächster. Das Menü kann dies abschalten.",
        ],
      ],
    },
    credit: {
      "black-narrows": "Mark Steere hat Black Narrows im August 2026 erfunden. Eine Idee darin stammt aus seinem Spiel Narrows.",
      narrows: "Mark Steere hat Narrows im Mai 2026 erfunden, angeregt vom alten hawaiischen Spiel Kōnane.",
    },
    otherGames: ["Seine anderen Spiele stehen auf ", "."],
  },

  help: {
    title: "Tasten",
    onBoard: "Buchstaben und Zeichen wirken, solange das Brett den Fokus hat.",
    marks: "Zeichen auf dem Brett",
    keys: [
      ["Pfeile, Pos1, Ende", "von Punkt zu Punkt gehen"],
      ["Eingabe oder Leertaste", "den Punkt wählen; noch einmal bestätigt"],
      ["Esc", "zurücknehmen, was wartet"],
      ["s", "noch einmal sagen, wie es steht"],
      ["u", "Zug zurücknehmen"],
      ["h", "Tipp, oder den Computer anhalten"],
      ["m", "Markierung an und aus (Black Narrows)"],
      ["r", "Aufzeichnung"],
      ["n", "neue Partie"],
      ["a", "Analyse an und aus"],
      [", und .", "zurück- und vorblättern"],
      ["?", "diese Übersicht"],
    ],
    meanings: {
      "black-narrows": [
        ["Weißer Ring", "der zuletzt gesetzte Stein"],
        ["Roter Punkt", "hier darf kein Stein stehen"],
        ["Durchscheinender Stein", "wartet auf Bestätigen"],
        ["Raute", "der Tipp"],
        ["Haken und Kreuz", "Analyse: Dieser Zug gewinnt oder verliert"],
      ],
      narrows: [
        ["Gelber Punkt", "der zuletzt gezogene Stein"],
        ["Grüner Punkt", "ein Stein, den du schlagen kannst"],
        ["Goldener, gestrichelter Ring", "ein Schlag, der auf Bestätigen wartet"],
        ["Blaue Punkte auf Wasser", "die Gebiete, die die Gruppen des Siegers verbinden"],
        ["Raute", "der Tipp"],
        ["Haken und Kreuz", "Analyse: Dieser Zug gewinnt oder verliert"],
      ],
    },
  },

  element: {
    wrong: (attribute, value, possible) => `${attribute}="${value}" ist nicht möglich; möglich sind: ${possible}`,
  },

  search: {
    noMove: "die Suche ergab keinen Zug",
    noAnswer: "die Analyse ergab keine Antwort",
    stopped: "die Suche brach unerwartet ab",
    notStarted: "die Suche konnte nicht starten",
    silent: "die Suche antwortet nicht",
    notLoaded: (status) => `die Spiellogik ließ sich nicht laden (${status})`,
  },
};
