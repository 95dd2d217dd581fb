/** The share link: the whole record, squeezed, in the part of the address that no server sees. */

import { t } from "./strings";

const PREFIX = "#/share/";

const toBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
};

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error("the link holds more than a record may");
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of parts) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The fragment that holds `record`. */
export async function toFragment(record: string): Promise<string> {
  const plain = new TextEncoder().encode(record);
  return `${PREFIX}z${toBase64(await through(plain, new CompressionStream("deflate-raw")))}`;
}

/** The record in a fragment, or `null` when it is no share link. Throws when the link is damaged. */
export async function fromFragment(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  const code = fragment.slice(PREFIX.length);
  try {
    if (!code.startsWith("z")) throw new Error("unknown kind of link");
    const bytes = await through(fromBase64(code.slice(1)), new DecompressionStream("deflate-raw"), 1 << 20);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t.page.linkDamaged);
  }
}
