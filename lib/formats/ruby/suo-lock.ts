import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat } from '../core/format';
import { wholeValue } from '../core/string-lock';
import { holdsIn, type PackedHold, withoutHold } from './suo-value';

const YEARS_10 = 3_653 * 86_400_000;
const HOUR = 3_600_000;
const EMPTY_MS = 60_000;
const TOKEN = /^[A-Za-z0-9+/]{22}==$/;

/**
 * suo: a MessagePack list of moments and tokens, without TTL while anybody has it; who is older than an hour, by default,
 * counts no more. To free one of them the list is written anew, as it was seen but for this one.
 */
export const suoLock = defineFormat({
  id: 'suo-lock',
  library: 'suo',
  language: 'Ruby',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  recognise({ raw, now }) {
    const holds = readHolds(raw);
    if (!holds?.every(({ atMs }) => atMs > now - YEARS_10 && atMs < now + HOUR)) return null;
    return holds.every(({ token }) => TOKEN.test(token)) ? 'certain' : 'likely';
  },
  decode: ({ raw }) => ({
    holders: (readHolds(raw) ?? []).map(holderOf),
    ttlMs: raw.ttlMs,
    valueDeadlineMs: null,
  }),
  healthyFloor: null,
  lateUnlock: 'spares',
  takesMemory: ['release'],
  release({ key, token, sight: { raw } }) {
    const value = wholeValue(raw);
    const left = value === null ? null : withoutHold(value, token);
    if (value === null || left === null) return null;
    const isLast = left.length === 1;
    return { script: scripts.replaceString, keys: [key], args: [value, left, isLast ? EMPTY_MS : ''] };
  },
});

function readHolds(raw: RawKey): PackedHold[] | null {
  if (raw.length < 13) return null;
  const value: ByteString | null = wholeValue(raw);
  return value === null ? null : holdsIn(value);
}

function holderOf({ token, atMs }: PackedHold): DecodedHolder {
  const holder = { token, tokenUnique: true, label: null, mode: 'exclusive' as const, holdCount: 1 };
  return { ...holder, since: { atMs: Math.round(atMs), atLeast: false }, process: null };
}
