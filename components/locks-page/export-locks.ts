import type { Lock } from '@/lib/contract/lock';
import { numberOrNull } from '@/lib/domain/values/counted';
import { csvOf } from '@/lib/domain/values/csv';

const COLUMNS = [
  'target',
  'db',
  'key',
  'state',
  'library',
  'holder',
  'token',
  'holdCount',
  'waiters',
  'heldSince',
  'ttlMs',
  'knownBy',
  'knownAt',
] as const;

/** The locks as JSON, as the API has them. */
export function toJson(locks: readonly Lock[]): string {
  return `${JSON.stringify(locks, null, 2)}\n`;
}

/** The locks as CSV with a header. */
export function toCsv(locks: readonly Lock[]): string {
  return csvOf([COLUMNS, ...locks.map(rowOf)]);
}

/** The keys, one a line. */
export function toKeys(locks: readonly Lock[]): string {
  return locks.map(({ key }) => key.text).join('\n');
}

function rowOf(lock: Lock): (string | number | null)[] {
  const { holders } = lock;
  const counts = holders.map(({ holdCount }) => holdCount);
  const since = holders.flatMap((holder) => (holder.since ? [holder.since.atMs] : []));
  return [
    lock.target,
    lock.db,
    lock.key.text,
    lock.state,
    lock.format.hint?.library ?? lock.format.library,
    joined(holders.map(({ label }) => label)),
    joined(holders.map(({ token }) => token.text)),
    counts.length === 0 || counts.includes(null)
      ? null
      : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    numberOrNull(lock.waiters.count),
    since.length === 0 ? null : new Date(Math.min(...since)).toISOString(),
    lock.ttlMs,
    lock.known.by,
    new Date(lock.known.atMs).toISOString(),
  ];
}

/** What is known of several holders in one field. */
function joined(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : known.join('; ');
}
