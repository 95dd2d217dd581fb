import { describe, expect, test } from "vitest";
import { SavedGames, lockClaim, newId, type Claim, type Kept, type SavedGame } from "../../src/saved";
import { defaults, repair, SettingsStore } from "../../src/settings";
import { SafeStorage, type Area } from "../../src/storage";
import { area } from "./area";


const throwing: Area = {
  getItem: () => {
    throw new Error("blocked");
  },
  setItem: () => {
    throw new Error("full");
  },
  removeItem: () => {
    throw new Error("blocked");
  },
  key: () => {
    throw new Error("blocked");
  },
  get length(): number {
    throw new Error("blocked");
  },
};

describe("storage", () => {
  test("that throws everywhere still remembers while the page lives", () => {
    for (const open of [() => throwing, () => null, () => { throw new Error("denied"); }]) {
      const storage = new SafeStorage(open);
      storage.write("a.b", { c: 1 });
      expect(storage.read("a.b")).toEqual({ c: 1 });
      expect(storage.keys("a.")).toEqual(["a.b"]);
      expect(storage.persistent).toBe(false);
      storage.remove("a.b");
      expect(storage.read("a.b")).toBeNull();
    }
  });

  test("damaged JSON reads as nothing", () => {
    const storage = new SafeStorage(() => area({ k: "{not json" }));
    expect(storage.read("k")).toBeNull();
  });
});

describe("settings", () => {
  test("are repaired field by field", () => {
    const base = defaults(false);
    for (const bad of [null, 7, "x", [], { games: 3 }, { games: { narrows: { columns: -4, seats: 1 } }, theme: "pink" }]) {
      expect(repair(bad, base)).toEqual(base);
    }
    const some = repair({ marking: false, games: { narrows: { rows: 9, seats: { first: 6 } } }, old: true }, base);
    expect(some.marking).toBe(false);
    expect(some.games.narrows).toEqual({ columns: 8, rows: 9, seats: { first: 6, second: 3 } });
  });

  test("a finger confirms, a mouse places at once", () => {
    expect(defaults(true).confirm.narrows).toBe(true);
    expect(defaults(false).confirm.narrows).toBe(false);
  });

  test("of two tabs do not undo each other", () => {
    const kept = area();
    const one = new SettingsStore(new SafeStorage(() => kept), false);
    const two = new SettingsStore(new SafeStorage(() => kept), false);
    one.update({ marking: false });
    two.update({ theme: "dark" });
    one.updateGame("narrows", { rows: 5 });
    two.updateGame("narrows", { columns: 4 });
    two.setConfirm("narrows", true);
    one.setConfirm("black-narrows", true);
    const { value } = new SettingsStore(new SafeStorage(() => kept), false);
    expect(value).toMatchObject({ marking: false, theme: "dark", confirm: { narrows: true, "black-narrows": true } });
    expect(value.games.narrows).toMatchObject({ columns: 4, rows: 5 });
    one.reread();
    expect(one.value).toEqual(value);
  });

  test("are kept", () => {
    const kept = area();
    new SettingsStore(new SafeStorage(() => kept), false).update({ marking: false });
    expect(new SettingsStore(new SafeStorage(() => kept), false).value.marking).toBe(false);
  });
});

describe("saved games", () => {
  /** What the engine says of a record; here "damaged" is one it cannot read. */
  const readable = ({ record }: SavedGame): boolean => record !== "damaged";
  const anyTab: Claim = () => Promise.resolve(true);
  const saved = (change: Partial<Kept> = {}): Kept => ({
    id: newId(),
    kind: "narrows",
    record: "r",
    seats: { first: "human", second: 2 },
    picture: null,
    makers: "",
    link: null,
    ...change,
  });
  /** Claims as one tab among others makes them. */
  const tab = (held: Map<string, string>, name: string): Claim => (id) => {
    if (!held.has(id)) held.set(id, name);
    return Promise.resolve(held.get(id) === name);
  };

  test("two tabs never write to the same game", async () => {
    const shared = area();
    const held = new Map<string, string>();
    const one = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), tab(held, "one"));
    const two = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), tab(held, "two"));
    const game = saved();
    one.save(game);
    expect(await two.resume("narrows", readable)).toBeNull();
    const other = saved({ record: "other" });
    two.save(other);
    expect((await one.resume("narrows", readable))?.record).toBe("r");
    expect((await two.resume("narrows", readable))?.record).toBe("other");
  });

  test("a new tab goes on with the latest game that no tab has", async () => {
    const shared = area();
    const held = new Map<string, string>();
    const gone = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), tab(new Map(), "gone"));
    gone.save(saved({ record: "older" }));
    gone.save(saved({ record: "newer" }));
    const next = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), tab(held, "next"));
    expect((await next.resume("narrows", readable))?.record).toBe("newer");
    expect(await next.resume("black-narrows", readable)).toBeNull();
  });

  test("a claim that is asked for twice at once is one claim", async () => {
    const held = new Set<string>();
    const locks = {
      request: async (name: string, _: object, run: (lock: object | null) => unknown) => {
        await Promise.resolve();
        const free = !held.has(name);
        if (free) held.add(name);
        await run(free ? {} : null);
      },
    } as unknown as LockManager;
    const claim = lockClaim(locks);
    expect(await Promise.all([claim("a"), claim("a")])).toEqual([true, true]);
    expect(await lockClaim(locks)("a")).toBe(false);
  });

  test("a duplicated tab goes on under a name of its own", async () => {
    const shared = area();
    const held = new Map<string, string>();
    const session = area();
    const one = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => session), tab(held, "one"));
    const game = saved();
    one.save(game);
    const copy = area(Object.fromEntries(session.map));
    const two = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => copy), tab(held, "two"));
    const taken = await two.resume("narrows", readable);
    expect(taken?.record).toBe("r");
    expect(taken?.id).not.toBe(game.id);
  });

  test("damaged entries are passed over and old ones forgotten", async () => {
    const shared = area({ "narrows.game.bad": "{", "narrows.game.odd": JSON.stringify({ kind: "chess", record: 4 }) });
    const games = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), () => Promise.resolve(true));
    for (let number = 1; number <= 12; number += 1) games.save(saved({ record: String(number) }));
    expect((await games.resume("narrows", readable))?.record).toBe("12");
    expect([...shared.map.keys()].filter((key) => key.startsWith("narrows.game.")).length).toBeLessThanOrEqual(10);
  });

  test("a damaged game never hides a good one, neither the tab's own nor the latest", async () => {
    const shared = area({
      "narrows.game.huge": JSON.stringify({ kind: "narrows", record: "damaged", seats: {}, order: 9e15 }),
      "narrows.game.old": JSON.stringify({ kind: "narrows", record: "of an earlier version", seats: {}, updated: 9e15 }),
    });
    const one = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), anyTab);
    one.save(saved({ record: "good" }));
    one.save(saved({ record: "damaged" }));
    const session = area();
    const two = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => session), anyTab);
    expect((await two.resume("narrows", readable))?.record).toBe("good");
    two.save(saved({ record: "damaged" }));
    expect((await two.resume("narrows", readable))?.record).toBe("good");
  });

  test("the latest game is the one played last, whatever the clock said", async () => {
    const shared = area();
    const now = Date.now;
    try {
      const games = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), anyTab);
      Date.now = () => 2e12;
      games.save(saved({ record: "before" }));
      Date.now = () => 1e12;
      games.save(saved({ record: "after" }));
    } finally {
      Date.now = now;
    }
    const next = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), anyTab);
    expect((await next.resume("narrows", readable))?.record).toBe("after");
  });

  test("a shared game that was only looked at never buries the one being played", async () => {
    const shared = area();
    const session = area();
    const games = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => session), anyTab);
    games.save(saved({ record: "mine" }));
    const link = saved({ record: "shared" });
    games.save(link, true);
    // In this tab the shared game is open; a later visit goes on with one's own.
    expect((await games.resume("narrows", readable))?.record).toBe("shared");
    const later = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), anyTab);
    expect((await later.resume("narrows", readable))?.record).toBe("mine");
    // Many shared games push out none that was played, and once played a shared one counts.
    for (let number = 0; number < 20; number += 1) games.save(saved({ record: `shared ${number}` }), true);
    expect((await later.resume("narrows", readable))?.record).toBe("mine");
    games.save({ ...link, record: "shared and played" });
    const last = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), anyTab);
    expect((await last.resume("narrows", readable))?.record).toBe("shared and played");
  });

  test("a picture that is damaged is left out", async () => {
    const picture = (value: unknown): Area => area({ "narrows.game.a": JSON.stringify({ kind: "narrows", record: "r", seats: {}, order: 1, picture: value }) });
    for (const bad of [7, {}, { columns: 0, cells: ".." }, { columns: 3, cells: "...." }, { columns: 2, cells: "<b>x" }]) {
      const games = new SavedGames(new SafeStorage(() => picture(bad)), new SafeStorage(() => area()), anyTab);
      expect(games.peek("narrows")).toMatchObject({ record: "r", picture: null });
    }
    const good = { columns: 2, cells: "bw.b", lastPoint: 3, count: "3 stones", message: "Your turn." };
    const games = new SavedGames(new SafeStorage(() => picture(good)), new SafeStorage(() => area()), anyTab);
    expect(games.peek("narrows")?.picture).toEqual(good);
  });
});
