import { type ByteString, toUint8 } from '../../domain/keys/bytes';

/** One holder in suo's list; `start` and `end` are where it stands in the bytes. */
export type PackedHold = { token: ByteString; atMs: number; start: number; end: number };

const DOUBLE = 0xcb;
const PAIR = 0x92;

/** Holders in a MessagePack list of pairs of a moment (a double, epoch seconds) and a token; null when it is none. */
export function holdsIn(value: ByteString): PackedHold[] | null {
  const head = headOf(value);
  if (!head || head.count === 0) return null;
  const holds: PackedHold[] = [];
  let at = head.length;
  for (let i = 0; i < head.count; i++) {
    const hold = holdAt(value, at);
    if (!hold) return null;
    holds.push(hold);
    at = hold.end;
  }
  return at === value.length ? holds : null;
}

/** The list without the holder of this token; null when it is not there. */
export function withoutHold(value: ByteString, token: ByteString): ByteString | null {
  const holds = holdsIn(value);
  const hold = holds?.find((each) => each.token === token);
  if (!holds || !hold) return null;
  const count = holds.length - 1;
  const head = count < 16 ? [0x90 | count] : [0xdc, count >> 8, count & 0xff];
  const start = holds[0]?.start ?? 0;
  return `${String.fromCharCode(...head)}${value.slice(start, hold.start)}${value.slice(hold.end)}`;
}

function headOf(value: ByteString): { count: number; length: number } | null {
  const first = value.charCodeAt(0);
  if (first >= 0x90 && first <= 0x9f) return { count: first & 0x0f, length: 1 };
  if (first !== 0xdc) return null;
  return { count: value.charCodeAt(1) * 256 + value.charCodeAt(2), length: 3 };
}

function holdAt(value: ByteString, start: number): PackedHold | null {
  if (value.charCodeAt(start) !== PAIR || value.charCodeAt(start + 1) !== DOUBLE) return null;
  const double = toUint8(value.slice(start + 2, start + 10));
  if (double.length < 8) return null;
  const atMs = new DataView(double.buffer).getFloat64(0) * 1000;
  const text = textAt(value, start + 10);
  if (!text || text.end > value.length) return null;
  return { token: value.slice(text.start, text.end), atMs, start, end: text.end };
}

/** Short text, text and bytes of up to 255 bytes. */
function textAt(value: ByteString, at: number): { start: number; end: number } | null {
  const first = value.charCodeAt(at);
  if (first >= 0xa1 && first <= 0xbf) return { start: at + 1, end: at + 1 + (first & 0x1f) };
  if (first !== 0xd9 && first !== 0xc4) return null;
  return { start: at + 2, end: at + 2 + value.charCodeAt(at + 1) };
}
