/**
 * Searches that never block the page. A search runs in a worker of its own; cancelling it ends that
 * worker at once (a running search reads no messages), and the next one starts in a fresh worker
 * from the code that is already compiled.
 */
import type { ChoiceInfo, Progress, SolutionInfo } from "narrows-wasm";
import { t } from "./strings";
import type { Reply, Request } from "./protocol";
import workerUrl from "./search.worker?worker&url";

/** Thrown by a search that was cancelled. */
export class Cancelled extends Error {
  constructor() {
    super("the search was cancelled");
    this.name = "Cancelled";
  }
}

/**
 * Milliseconds between two looks at a worker. A search reports ten times a second, so one that is silent from one look to
 * the next, twice over, hangs. Twice, because a device that slept wakes the clock before the worker.
 */
const LOOK = 2500;
const MISSES = 2;

type Job = {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  readonly progress: ((progress: Progress) => void) | undefined;
};

/** Starts the worker; where the code comes from another host than the page, by way of a file that imports it. */
function startWorker(): Worker {
  const address = new URL(workerUrl, import.meta.url);
  if (address.origin === location.origin) return new Worker(address, { type: "module" });
  const bridge = URL.createObjectURL(new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" }));
  return new Worker(bridge, { type: "module" });
}

export class Searcher {
  #worker: Worker | null = null;
  #job: Job | null = null;
  #id = 0;
  #clock = 0;
  /** How often in a row nothing was heard of the worker. */
  #silent = 0;
  readonly #module: Promise<WebAssembly.Module>;

  constructor(module: Promise<WebAssembly.Module>) {
    this.#module = module;
  }

  /** Whether a search is running. */
  get busy(): boolean {
    return this.#job !== null;
  }

  /** Ends the running search, if any; its promise rejects with `Cancelled`. */
  cancel(): void {
    const job = this.#job;
    if (!job) return;
    this.#drop();
    job.reject(new Cancelled());
  }

  /** Ends the search and the worker, for good. */
  close(): void {
    this.cancel();
    this.#drop();
  }

  /** Asks a level for its move in the game that `record` holds. */
  async think(
    record: string,
    level: number,
    budget: number,
    progress?: (progress: Progress) => void,
  ): Promise<ChoiceInfo> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const reply = await this.#run({ type: "think", id: 0, record, level, budget, seed }, progress);
    if (reply.type !== "choice") throw new Error(t.search.noMove);
    return reply.choice;
  }

  /** Asks the solver for the value of the position, and with `all` of every legal move. */
  async solve(record: string, budget: number, all: boolean): Promise<SolutionInfo> {
    const reply = await this.#run({ type: "solve", id: 0, record, budget, all });
    if (reply.type !== "solution") throw new Error(t.search.noAnswer);
    return reply.solution;
  }

  async #run(request: Request, progress?: (progress: Progress) => void): Promise<Reply> {
    this.cancel();
    const id = ++this.#id;
    return new Promise<Reply>((resolve, reject) => {
      const job: Job = { resolve, reject, progress };
      this.#job = job;
      this.#module
        .then((module) => {
          if (this.#job !== job) return;
          this.#worker ??= this.#start(module);
          this.#worker.postMessage({ ...request, id });
          this.#watch();
        })
        .catch((error: Error) => {
          if (this.#job === job) this.#fail(error);
        });
    });
  }

  /** Gives up on a worker that is not heard of: one that hangs, or never started. */
  #watch(): void {
    this.#silent = 0;
    clearInterval(this.#clock);
    this.#clock = window.setInterval(() => {
      this.#silent += 1;
      if (this.#silent >= MISSES) this.#fail(new Error(t.search.silent));
    }, LOOK);
  }

  /** Ends worker and search; the next search gets a new worker. */
  #fail(error: Error): void {
    const job = this.#job;
    this.#drop();
    job?.reject(error);
  }

  #start(module: WebAssembly.Module): Worker {
    let worker: Worker;
    try {
      worker = startWorker();
    } catch {
      throw new Error(t.search.notStarted);
    }
    worker.onmessage = (event: MessageEvent<Reply>) => this.#receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new Error(event.message || t.search.stopped));
    };
    worker.postMessage(module);
    return worker;
  }

  #receive(reply: Reply): void {
    this.#silent = 0;
    const job = this.#job;
    if (!job || reply.type === "ready" || reply.id !== this.#id) return;
    if (reply.type === "progress") {
      job.progress?.(reply.progress);
      return;
    }
    if (reply.type === "failed") {
      // After a failure the instance may be unusable.
      this.#fail(new Error(reply.message));
      return;
    }
    this.#job = null;
    clearInterval(this.#clock);
    job.resolve(reply);
  }

  #drop(): void {
    clearInterval(this.#clock);
    this.#worker?.terminate();
    this.#worker = null;
    this.#job = null;
  }
}
