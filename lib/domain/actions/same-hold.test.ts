import { describe, expect, test } from 'vitest';
import { aHolder, aLock, aProcess } from '../../../e2e/support/a-lock';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { compared, sameHold } from './same-hold';

type Change = Omit<Partial<Lock>, 'holders'> & { holder?: Partial<Holder> };

/** A lock of one thread, taken at 990,000 ms with a lease until 1,020,000 ms; `change` overrides parts. */
function heldBy(name: string, { holder = {}, ...change }: Change = {}): Lock {
  return aLock({ name, holders: [aHolder({ tokenReused: true, ...holder })], ...change });
}

function sureOf(one: Lock, other: Lock) {
  const [holder] = one.holders;
  return holder ? sameHold(one, holder, [one, other]).map(({ sure }) => sure) : [];
}

const since = (atMs: number, more = {}) => ({
  since: { atMs, atLeast: false, known: { by: 'event', atMs }, ...more } as const,
});
const renewed = { renewal: { count: 2, lastAtMs: 1_000_000, periodMs: 10_000, lateBy: 0 } };
const perHold = { tokenReused: false, tokenPerHold: true };
const ours = aProcess({
  heartbeat: {
    ...{ record: 'present', lastMs: 999_000, beatMs: 10_000, sinceMs: 900_000 },
    known: { by: 'read', atMs: 999_000 },
  },
});

describe("keys of a thread's token", () => {
  test.each<[string, Change, Change, string[]]>([
    ['taken together, leases end together', {}, {}, ['likely']],
    ['taken a second apart', {}, { holder: since(991_001) }, ['possible']],
    ['whose leases end apart', {}, { holder: { ttlMs: 20_251 } }, ['possible']],
    ['one of which never ends', {}, { holder: { ttlMs: 'none' } }, ['possible']],
    ['none of which ends', { holder: { ttlMs: 'none' } }, { holder: { ttlMs: 'none' } }, ['likely']],
    ['taken together and both renewed', renewed, { ...renewed, holder: { ttlMs: 9_000 } }, ['likely']],
    ['taken apart and both renewed at once', renewed, { ...renewed, holder: since(800_000) }, ['possible']],
    ['one of which was found held', {}, { holder: since(990_000, { atLeast: true }) }, ['possible']],
    ['one of which may be younger', {}, { holder: since(990_000, { atMost: true }) }, ['possible']],
    [
      'read at another moment',
      {},
      { known: { by: 'event', atMs: 995_000 }, holder: { ttlMs: 25_000 } },
      ['likely'],
    ],
  ])('%s', (_, one, other, sure) => {
    expect(sureOf(heldBy('a', one), heldBy('b', other))).toEqual(sure);
  });
});

describe('two keys that a busy console read late', () => {
  const late = heldBy('b', { known: { by: 'read', atMs: 1_000_400 }, holder: { ttlMs: 20_000 } });
  const heldLate = (lock: Lock, deadlineMs?: number | 'none') => ({
    lock,
    holder: lock.holders[0] as Holder,
    deadlineMs,
  });

  test.each<[string, number | 'none' | undefined, number | 'none' | undefined, string]>([
    ['end apart by its own clock', undefined, undefined, 'possible'],
    ['end together by the clock of Redis', 5_020_000, 5_020_010, 'likely'],
    ['end apart by that as well', 5_020_000, 5_020_251, 'possible'],
    ['end apart: one never ends', 5_020_000, 'none', 'possible'],
    ['are known by one clock alone', 5_020_000, undefined, 'possible'],
  ])('%s', (_, one, other, sure) => {
    expect(compared(heldLate(heldBy('a'), one), heldLate(late, other)).sure).toBe(sure);
  });
});

describe('the deadline of a key says nothing of its holder', () => {
  const heldUntil = (lock: Lock) => ({ lock, holder: lock.holders[0] as Holder, deadlineMs: 5_020_000 });
  const sureBy = (one: Lock, other: Lock) => compared(heldUntil(one), heldUntil(other)).sure;
  const late = (change: Change = {}) => heldBy('b', { holder: { ttlMs: 45_000 }, ttlMs: 45_000, ...change });

  test.each<[string, Lock, string]>([
    ['but that of one who is alone with it', late(), 'likely'],
    ['where another server has it, by its own clock', late({ node: 'elsewhere:6379' }), 'possible'],
    ['where it has a lease of its own', late({ ttlMs: 90_000 }), 'possible'],
    ['where several masters vote', late({ votes: [] }), 'possible'],
  ])('%s', (_, other, sure) => {
    expect(sureBy(heldBy('a', { ttlMs: 20_000 }), other)).toBe(sure);
  });

  test('where others have the key as well', () => {
    const other = late();
    expect(sureBy(heldBy('a', { ttlMs: 20_000 }), { ...other, holders: [...other.holders, aHolder()] })).toBe(
      'possible',
    );
  });
});

describe('a token that is drawn for each acquisition', () => {
  test.each<[string, Change, Change, string[]]>([
    [
      'proves one hold, whenever it was first seen',
      { holder: { ...perHold, since: null } },
      { holder: perHold },
      ['proven'],
    ],
    [
      'proves none where the leases end apart',
      { holder: { ...perHold, ...since(1) } },
      { holder: { ...perHold, ttlMs: 9_000 } },
      ['possible'],
    ],
    [
      'of our client proves it whatever the leases',
      { holder: { process: ours } },
      { holder: { process: ours, ttlMs: 1 } },
      ['proven'],
    ],
  ])('%s', (_, one, other, sure) => {
    expect(sureOf(heldBy('a', one), heldBy('b', other))).toEqual(sure);
  });
});

test.each<[string, Change, Change]>([
  ['that anybody writes', { holder: { tokenUnique: false } }, { holder: { tokenUnique: false } }],
  ['of another database', {}, { db: 1 }],
  ['of another target', {}, { target: 'other' }],
  ['of a key that may be no lock', {}, { possible: true }],
  ['of jobs', { kind: 'job' }, { kind: 'job' }],
  ['of permits', {}, { kind: 'semaphore' }],
  ['of which only the head was read', {}, { holder: { token: { text: 'x', exact: false, byteLength: 9 } } }],
])('a token %s tells of no hold over several keys', (_, one, other) => {
  expect(sureOf(heldBy('a', one), heldBy('b', other))).toEqual([]);
});
