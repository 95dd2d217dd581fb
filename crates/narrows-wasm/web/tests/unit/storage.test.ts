import { describe, expect, test } from "vitest";
import { SavedGames, newId, type Claim, type SavedGame } from "../../src/saved";
import { defaults, repair, SettingsStore } from "../../src/settings";
import { SafeStorage, type Area } from "../../src/storage";

function area(entries: Record<string, string> = {}): Area & { readonly map: Map<string, string> } {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size;
    },
  };
}
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

  test("are kept", () => {
    const kept = area();
    new SettingsStore(new SafeStorage(() => kept), false).update({ marking: false });
    expect(new SettingsStore(new SafeStorage(() => kept), false).value.marking).toBe(false);
  });
});

describe("saved games", () => {
  const saved = (change: Partial<SavedGame> = {}): SavedGame => ({
    id: newId(),
    kind: "narrows",
    record: "r",
    seats: { first: "human", second: 2 },
    updated: 1,
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
    expect(await two.resume("narrows")).toBeNull();
    const other = saved({ record: "other", updated: 5 });
    two.save(other);
    expect((await one.resume("narrows"))?.record).toBe("r");
    expect((await two.resume("narrows"))?.record).toBe("other");
  });

  test("a new tab goes on with the latest game that no tab has", async () => {
    const shared = area();
    const held = new Map<string, string>();
    const gone = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), tab(new Map(), "gone"));
    gone.save(saved({ record: "older", updated: 1 }));
    gone.save(saved({ record: "newer", updated: 2 }));
    const next = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), tab(held, "next"));
    expect((await next.resume("narrows"))?.record).toBe("newer");
    expect(await next.resume("black-narrows")).toBeNull();
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
    const taken = await two.resume("narrows");
    expect(taken?.record).toBe("r");
    expect(taken?.id).not.toBe(game.id);
  });

  test("damaged entries are passed over and old ones forgotten", async () => {
    const shared = area({ "narrows.game.bad": "{", "narrows.game.odd": JSON.stringify({ kind: "chess", record: 4 }) });
    const games = new SavedGames(new SafeStorage(() => shared), new SafeStorage(() => area()), () => Promise.resolve(true));
    for (let updated = 1; updated <= 12; updated += 1) games.save(saved({ updated, record: String(updated) }));
    expect((await games.resume("narrows"))?.record).toBe("12");
    expect([...shared.map.keys()].filter((key) => key.startsWith("narrows.game.")).length).toBeLessThanOrEqual(10);
  });
});
