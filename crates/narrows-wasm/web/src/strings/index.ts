/** The words in the language that is chosen. */
import { de } from "./de";
import { en, type Strings } from "./en";

export const LANGUAGES = { en, de } as const satisfies Record<string, Strings>;
export type Language = keyof typeof LANGUAGES;

/** The words to use now; changed only by `useWords`. */
export let t: Strings = en;

/** The first language of `wanted`, as browsers list them, that there are words in. */
export function best(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split("-")[0] ?? "";
    if (Object.hasOwn(LANGUAGES, name)) return name as Language;
  }
  return "en";
}

/** Changes the words. */
export function useWords(language: Language): void {
  t = LANGUAGES[language];
}

/** Chooses the language: the one set, else the browser's. */
export function speak(chosen: Language | "auto"): void {
  const language = chosen === "auto" ? best(navigator.languages) : chosen;
  useWords(language);
  document.documentElement.lang = language;
}

/** The word at a path such as `start.rules.narrows`, for words that HTML names. */
export function word(path: string, words: Strings = t): string {
  let found: unknown = words;
  for (const name of path.split(".")) found = (found as Record<string, unknown> | undefined)?.[name];
  if (typeof found !== "string") throw new Error(`there is no word ${path}`);
  return found;
}
