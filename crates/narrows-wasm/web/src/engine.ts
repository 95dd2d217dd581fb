/** Loads the engine and gives the page its types. The page holds no rules: every rule is asked of `Game`. */
import init from "narrows-wasm";
import { t } from "./strings";
import wasmUrl from "narrows-wasm/narrows_wasm_bg.wasm?url";

export {
  Game,
  allowedRows,
  /** Starts the engine afresh after a failure; every `Game` made before is gone then. */
  __wbg_reset_state as resetEngine,
} from "narrows-wasm";
export type {
  ChoiceInfo,
  Color,
  Kind,
  MoveInfo,
  OutcomeInfo,
  PlayerName,
  Progress,
  SolutionInfo,
  Value,
  View,
} from "narrows-wasm";

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code, fetched and compiled once for the page and all of its workers. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const response = await fetch(wasmUrl);
    if (!response.ok) throw new Error(t.search.notLoaded(response.status));
    try {
      return await WebAssembly.compileStreaming(response.clone());
    } catch {
      // A server that sends the wrong media type cannot stream.
      return WebAssembly.compile(await response.arrayBuffer());
    }
  })();
  return compiled;
}

/** Makes `Game` usable on the page itself: rules are cheap, only searches go to workers. */
export async function startEngine(): Promise<void> {
  await init({ module_or_path: await engineModule() });
}
