import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

/** A key of ordinary software that is no lock. Keys and values are byte strings; times in them are relative to `EPOCH_MS`. */
export type Lookalike = {
  what: string;
  key: string;
  /** null = none. */
  ttlMs: number | null;
} & (
  | { type: 'string'; value: string }
  | { type: 'hash'; value: Record<string, string> }
  | { type: 'zset'; value: Record<string, number> }
  | { type: 'list' | 'set'; value: string[] }
);

const EPOCH_MS = 1_800_000_000_000;
/** Ten and thirteen digits that count from the epoch of the file, with nothing but a fraction behind them. */
const TIME = /(?<![0-9A-Za-z])(?:1[78]\d{8})(\d{3})?(?![0-9A-Za-z])/g;

/** The cases of one of the files beside this one. */
export function lookalikesOf(file: 'given' | 'more'): Lookalike[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, import.meta.url), 'utf8'));
}

/** Writes all of them, with the times in them moved to `nowMs`. */
export async function loadLookalikes(
  redis: Redis,
  cases: readonly Lookalike[],
  nowMs: number,
): Promise<void> {
  for (const each of cases) {
    const key = Buffer.from(moved(each.key, nowMs), 'latin1');
    await redis.call(...commandOf(each, key, nowMs));
    if (each.ttlMs !== null) await redis.pexpire(key, each.ttlMs);
  }
}

function commandOf(each: Lookalike, key: Buffer, nowMs: number): [string, ...(Buffer | string)[]] {
  const bytes = (text: string) => Buffer.from(moved(text, nowMs), 'latin1');
  switch (each.type) {
    case 'string':
      return ['SET', key, bytes(each.value)];
    case 'hash':
      return ['HSET', key, ...Object.entries(each.value).flat().map(bytes)];
    case 'zset':
      return [
        'ZADD',
        key,
        ...Object.entries(each.value).flatMap(([m, score]) => [scoreOf(score, nowMs), bytes(m)]),
      ];
    case 'list':
      return ['RPUSH', key, ...each.value.map(bytes)];
    case 'set':
      return ['SADD', key, ...each.value.map(bytes)];
  }
}

function moved(text: string, nowMs: number): string {
  return text.replace(TIME, (digits) => {
    const isMs = digits.length === 13;
    const byMs = nowMs - EPOCH_MS;
    return String(Number(digits) + (isMs ? byMs : Math.floor(byMs / 1000)));
  });
}

function scoreOf(score: number, nowMs: number): string {
  if (score > 1e12 && score < 2e12) return String(score + nowMs - EPOCH_MS);
  if (score > 1e9 && score < 2e9) return String(score + Math.floor((nowMs - EPOCH_MS) / 1000));
  return String(score);
}
