/**
 * Redis keys and values are bytes. We carry them as byte strings: one character per byte (latin1), which is
 * lossless, comparable with `===`, usable as a map key and readable by ASCII regular expressions.
 */
export type ByteString = string & { readonly __bytes?: never };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Byte string of a JavaScript string, encoded as UTF-8. */
export function bytesOf(text: string): ByteString {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return fromUint8(encoder.encode(text));
}

/** Byte string of raw bytes. */
export function fromUint8(bytes: Uint8Array): ByteString {
  let out = '';
  for (let i = 0; i < bytes.length; i += 8192) out += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return out;
}

/** Raw bytes of a byte string. */
export function toUint8(bytes: ByteString): Uint8Array {
  const out = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = bytes.charCodeAt(i);
  return out;
}

/** The text of a byte string, or null when it is not valid UTF-8. */
export function textOf(bytes: ByteString): string | null {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  try {
    return utf8.decode(toUint8(bytes));
  } catch {
    return null;
  }
}

/** Most characters of a key or value that are sent to a screen; the length of the whole is reported. */
export const DISPLAY_LIMIT = 512;

/**
 * Bytes in readable form. `text` shows control characters and bytes that are not UTF-8 as `\xNN`; `exact` = `text` is
 * the complete value, so that it may be copied, typed and compared.
 */
export type DisplayText = { text: string; exact: boolean; byteLength: number };

/** Text for a screen, cut at `DISPLAY_LIMIT` characters. `byteLength` may be given when `bytes` is only a head. */
export function displayOf(bytes: ByteString, byteLength = bytes.length): DisplayText {
  const head = bytes.length > DISPLAY_LIMIT * 4 ? bytes.slice(0, DISPLAY_LIMIT * 4) : bytes;
  const decoded = decodeHead(head, head.length < byteLength);
  const text = decoded === null ? escapeBytes(head) : escapeControls(decoded);
  const cut = text.length > DISPLAY_LIMIT ? `${sliceCharacters(text, DISPLAY_LIMIT)}…` : text;
  const exact = decoded !== null && decoded === text && cut === text && byteLength === head.length;
  return { text: cut, exact, byteLength };
}

/** Placeholder for bytes that may be a secret; only their length is shown. */
export function masked(byteLength: number): DisplayText {
  return { text: '••••••••', exact: false, byteLength };
}

/** A cut may have split the last character, which takes four bytes at most. */
function decodeHead(head: ByteString, wasCut: boolean): string | null {
  for (let drop = 0; drop <= (wasCut ? 3 : 0); drop++) {
    const text = textOf(head.slice(0, head.length - drop));
    if (text !== null) return text;
  }
  return null;
}

/** Characters that move a cursor, begin a line, turn text around or are not seen: text of others is not shown with them. */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** The text with something else in the place of each such character. */
export function replaceControls(text: string, by: (control: string) => string): string {
  return text.replace(CONTROLS, by);
}

function escapeControls(text: string): string {
  return replaceControls(text, (c) =>
    c.charCodeAt(0) < 256
      ? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`
      : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeBytes(bytes: ByteString): string {
  return bytes.replace(/[^\x20-\x7e]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function sliceCharacters(text: string, limit: number): string {
  const cut = text.slice(0, limit);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
