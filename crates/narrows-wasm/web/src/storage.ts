/** Storage that never throws: private windows, full quotas and damaged data end in memory only. */

/** The part of `Storage` that is used. */
export interface Area {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  key(index: number): string | null;
  readonly length: number;
}

export class SafeStorage {
  readonly #area: Area | null;
  readonly #memory = new Map<string, string>();
  /** Whether the last write reached the browser's storage. */
  persistent: boolean;

  /** `open` may throw, as reading `window.localStorage` does where storage is blocked. */
  constructor(open: () => Area | null) {
    let area: Area | null = null;
    try {
      area = open();
    } catch {
      area = null;
    }
    this.#area = area;
    this.persistent = area !== null;
  }

  /** The JSON value under `key`, or `null` when there is none or it cannot be read. */
  read(key: string): unknown {
    let text = this.#memory.get(key) ?? null;
    if (text === null) {
      try {
        text = this.#area?.getItem(key) ?? null;
      } catch {
        text = null;
      }
    }
    if (text === null) return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  }

  write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      if (!this.#area) throw new Error("no storage");
      this.#area.setItem(key, text);
      this.#memory.delete(key);
      this.persistent = true;
    } catch {
      this.#memory.set(key, text);
      this.persistent = false;
    }
  }

  remove(key: string): void {
    this.#memory.delete(key);
    try {
      this.#area?.removeItem(key);
    } catch {
      // Nothing to remove where nothing can be kept.
    }
  }

  /** All keys that begin with `prefix`. */
  keys(prefix: string): string[] {
    const found = new Set<string>();
    for (const key of this.#memory.keys()) if (key.startsWith(prefix)) found.add(key);
    try {
      const length = this.#area?.length ?? 0;
      for (let index = 0; index < length; index += 1) {
        const key = this.#area?.key(index);
        if (key?.startsWith(prefix)) found.add(key);
      }
    } catch {
      // Only what memory holds, then.
    }
    return [...found];
  }
}
