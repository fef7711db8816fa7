import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { aHolder, aProcess, buildTestLock } from '@/e2e/support/a-lock';
import type { ReasonCode } from '@/lib/contract/codes';
import type { Heartbeat } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { counted } from '@/lib/domain/values/counted';
import { en, messagesFor } from '@/lib/i18n/messages';
import { consequenceOf, headlineOf } from './verdict-sentence';

const waiting = { count: counted(3), known: null };
const because = (code: ReasonCode) => ({ code, values: {} });
const alive = buildTestLock('a').holders.map((holder) => ({ ...holder, verdict: 'alive' as const }));
const overstays = alive.map((holder) => ({ ...holder, verdict: 'overstaying' as const }));
const renewing = { count: 4, lastAtMs: 99_000, periodMs: 10_000, lateBy: 0.1 };

const gone = (record: Heartbeat['record']) => {
  const known = { by: 'scan', atMs: 100_000 } as const;
  const heartbeat = { record, lastMs: 40_000, beatMs: 10_000, sinceMs: 60_000, known };
  return [aHolder({ verdict: 'gone', process: aProcess({ heartbeat }) })];
};

const cases: Record<string, Partial<Lock>> = {
  held: {},
  'held and renewed': { holders: alive, renewal: renewing },
  contended: { state: 'contended', waiters: waiting, reason: because('waiting') },
  'contended and renewed': {
    state: 'contended',
    waiters: waiting,
    reason: because('waiting'),
    renewal: renewing,
  },
  'in quarantine': { holders: [aHolder({ quarantine: { by: 'ann' } })] },
  'in quarantine and waited for': {
    state: 'contended',
    waiters: waiting,
    reason: because('waiting'),
    holders: [aHolder({ quarantine: { by: 'ann' } })],
  },
  'held by a process that lives': { holders: alive },
  'contended, its holder alive': {
    state: 'contended',
    waiters: waiting,
    reason: because('waiting'),
    holders: alive,
  },
  'left by a holder that is gone': {
    state: 'at-risk',
    reason: because('holder-gone'),
    holders: gone('present'),
    renewal: renewing,
  },
  'left by a holder that is gone, with waiters': {
    state: 'at-risk',
    reason: because('holder-gone'),
    holders: gone('lapsed'),
    waiters: waiting,
  },
  'left by a holder that ended': {
    state: 'at-risk',
    reason: because('holder-gone'),
    holders: gone('deleted'),
  },
  'late, its holder alive': {
    state: 'at-risk',
    reason: because('renewal-late'),
    renewal: renewing,
    holders: alive,
  },
  overstaying: { state: 'at-risk', reason: because('overstaying'), renewal: renewing, holders: overstays },
  'overstaying, not releasable': {
    state: 'at-risk',
    reason: because('overstaying'),
    renewal: renewing,
    holders: overstays,
    actions: { release: false, extend: false, quarantine: false },
  },
  late: { state: 'at-risk', reason: because('renewal-late'), renewal: renewing },
  'late with waiters': {
    state: 'at-risk',
    reason: because('renewal-late'),
    waiters: waiting,
    renewal: renewing,
  },
  'without TTL': { state: 'at-risk', reason: because('no-ttl'), expiresAtMs: 'none', ttlMs: 'none' },
  'without TTL, not releasable': {
    state: 'at-risk',
    reason: because('no-ttl'),
    expiresAtMs: 'none',
    actions: { release: false, extend: false, quarantine: false },
  },
  'without TTL, with waiters': {
    state: 'at-risk',
    reason: because('no-ttl'),
    expiresAtMs: 'none',
    waiters: waiting,
  },
  'past its own deadline': {
    state: 'at-risk',
    reason: because('expired-by-value'),
    expiresAtMs: 'none',
    valueDeadlineMs: 1,
  },
  'past its own deadline, with waiters': {
    state: 'at-risk',
    reason: because('expired-by-value'),
    expiresAtMs: 'none',
    valueDeadlineMs: 1,
    waiters: waiting,
  },
  'deadline in the value': { expiresAtMs: 'none', valueDeadlineMs: 200_000 },
  due: { reason: because('due') },
  silent: { state: 'unknown', reason: because('node-silent') },
  released: { state: 'free', reason: because('released') },
  lapsed: { state: 'free', reason: because('lapsed') },
  lost: { state: 'lost' },
};

const reader = aHolder({ mode: 'read' });
const goneReader = gone('present').map((holder) => ({ ...holder, mode: 'read' as const }));
const readers = { kind: 'read-write' as const, holders: [reader, reader, reader] };
const permits = (available: number | null, held: number | null, expired = 0) => ({
  kind: 'semaphore' as const,
  expiresAtMs: 'none' as const,
  permits: { available, held, expired: held === null ? null : expired },
});
const latch = (left: number | null) => ({ ...permits(left, null), kind: 'latch' as const, holders: [] });

Object.assign(cases, {
  'read by three': readers,
  'read by three, with waiters': { ...readers, waiters: waiting, reason: because('waiting') },
  'read by three, one of them gone': {
    ...readers,
    holders: [reader, reader, ...goneReader],
    reason: because('holder-gone'),
  },
  'read by three, one gone, with waiters': {
    ...readers,
    holders: [reader, ...goneReader],
    reason: because('holder-gone'),
    waiters: waiting,
  },
  'kept from writers by a reader without a lease': {
    ...readers,
    state: 'at-risk',
    reason: because('zombie-reader'),
  },
  'read by three, due': { ...readers, reason: because('due') },
  'read by three, without TTL': { ...readers, expiresAtMs: 'none', reason: because('no-ttl') },
  'written by one that reads as well': { ...readers, holders: [aHolder({ mode: 'write' }), reader] },
  'had by two': { holders: [aHolder(), aHolder()] },
  'had by two, with waiters': { holders: [aHolder(), aHolder()], waiters: waiting },
  'a semaphore with some free': permits(3, 2),
  'a semaphore of unknown size': { ...permits(3, null), holders: [] },
  'a semaphore with none free': permits(0, 5),
  'a semaphore with none free, its leases known': { ...permits(0, 5), expiresAtMs: 120_000 },
  'a semaphore with waiters': { ...permits(0, 5), waiters: waiting },
  'a semaphore with one expired': { ...permits(0, 4, 1), waiters: waiting },
  'a semaphore of which nothing is known': { ...permits(null, null), holders: [] },
  'an open latch': latch(0),
  'a closed latch': latch(2),
  'a closed latch, with waiters': { ...latch(2), waiters: waiting },
  'a latch of which nothing is known': latch(null),
  'held by nobody': { holders: [] },
  'free with a queue': { state: 'free', reason: because('waiting'), holders: [], waiters: waiting },
  'free and kept for a dead waiter': {
    state: 'at-risk',
    reason: because('dead-waiter-blocks'),
    holders: [],
    waiters: waiting,
  },
} satisfies Record<string, Partial<Lock>>);

describe('the verdict', () => {
  it.each(Object.entries(cases))('has words in every language for a lock that is %s', (_, over) => {
    const lock = buildTestLock('a', over);
    for (const { verdict } of [en.lock, messagesFor('zh').lock]) {
      expect(textAt(verdict.headline, headlineOf(lock).code)).toBeTypeOf('string');
      expect(textAt(verdict.follows, consequenceOf(lock).code)).toBeTypeOf('string');
    }
  });

  it.each([
    ['read by three', 'readers.alone', 'readers'],
    ['read by three, one of them gone', 'goneOf.alone', 'readers'],
    ['read by three, without TTL', 'noTtl.alone', 'never.releasable'],
    ['written by one that reads as well', 'held.still', 'until.releasable'],
    ['had by two, with waiters', 'several.waited', 'several'],
    ['a semaphore with some free', 'permits.free', 'permit'],
    ['a semaphore with none free, its leases known', 'permits.none.alone', 'permitAt'],
    ['a semaphore with waiters', 'permits.none.waited', 'permitBack'],
    ['a semaphore with one expired', 'permits.none.alone', 'permit'],
    ['a closed latch, with waiters', 'latch.closed.waited', 'latch'],
    ['an open latch', 'latch.open', 'open'],
    ['held by nobody', 'nobody', 'free'],
    ['free with a queue', 'turn', 'turn'],
    ['free and kept for a dead waiter', 'deadWaiter', 'deadWaiter'],
  ])('of a lock that is %s is %s, and %s follows', (name, headline, follows) => {
    const lock = buildTestLock('a', cases[name]);
    expect(headlineOf(lock).code).toBe(headline);
    expect(consequenceOf(lock).code).toBe(follows);
  });

  it('of several of whom one is gone says how many', () => {
    const lock = buildTestLock('a', cases['read by three, one of them gone']);
    expect(headlineOf(lock).values).toEqual({ gone: 1, total: 3, count: 0 });
  });

  it('never calls a holder dead because its renewal is late', () => {
    expect(headlineOf(buildTestLock('a', cases.late)).code).toBe('late.alone');
  });

  it('calls a holder ended only where its record was taken away', () => {
    const codeOf = (name: string) => headlineOf(buildTestLock('a', cases[name])).code;
    expect(codeOf('left by a holder that ended')).toBe('ended.alone');
    expect(codeOf('left by a holder that is gone')).toBe('gone.alone');
    expect(codeOf('left by a holder that is gone, with waiters')).toBe('gone.waited');
    expect(codeOf('late, its holder alive')).toBe('lateAlive.alone');
  });

  it('lets the lease of a holder that is gone run out, however often it renewed', () => {
    const lock = buildTestLock('a', cases['left by a holder that is gone']);
    expect(consequenceOf(lock)).toMatchObject({ code: 'until.releasable', atMs: 120_000 });
  });

  it('of a holder that is renewed on and on is not that of one that lives and works', () => {
    const codesOf = (name: string) => {
      const lock = buildTestLock('a', cases[name]);
      return [headlineOf(lock).code, consequenceOf(lock).code];
    };
    expect(codesOf('overstaying')).toEqual(['overstaying.alone', 'overstaying.releasable']);
    expect(codesOf('overstaying, not releasable')).toEqual(['overstaying.alone', 'overstaying.stuck']);
    expect(codesOf('kept from writers by a reader without a lease')).toEqual(['zombie.alone', 'zombie']);
  });

  it('names the moment only where the lease alone decides', () => {
    expect(consequenceOf(buildTestLock('a')).atMs).toBe(120_000);
    expect(consequenceOf(buildTestLock('a', cases['held and renewed'])).atMs).toBeNull();
  });
});

/** Headlines in which nothing is said of waiters: what is unknown, lost, free or in a circle is so whoever waits. */
const SAYS_NOTHING = new Set([
  'silent',
  'lost',
  'lapsed',
  'released',
  'due',
  'nobody',
  'deadWaiter',
  'permits.free',
  'permits.some',
  'permits.none.alone', // a lease that ended goes to the next to ask
  'permits.unknown',
  'latch.open',
  'latch.unknown',
]);
const CLAIMS = {
  en: { nobody: /nobody waits/i, some: /clients? waits?/, unknown: /whether anyone waits cannot be known/ },
  zh: { nobody: /无人等待/, some: /个客户端(在)?等待/, unknown: /是否有人等待无法得知/ },
};

describe.each(['en', 'zh'] as const)('every headline × waiters 0, n, unknown (%s)', (locale) => {
  const t = createTranslator({ locale, messages: messagesFor(locale), namespace: 'lock' });
  const claims = CLAIMS[locale];
  const textOf = (over: Partial<Lock>, count: number | null) => {
    const waiters = { count: counted(count), known: null };
    const { code, values } = headlineOf(buildTestLock('a', { ...over, waiters }));
    return { code, text: t(`verdict.headline.${code}` as 'verdict.headline.lost', values) };
  };

  it.each(Object.entries(cases))('of a lock that is %s', (_, over) => {
    const [none, some, unknown] = [textOf(over, 0), textOf(over, 3), textOf(over, null)];
    expect(none.text).not.toMatch(claims.some);
    expect(some.text).not.toMatch(claims.nobody);
    expect(unknown.text).not.toMatch(claims.nobody);
    expect(unknown.text).not.toMatch(claims.some);
    for (const { code, text } of [none, some]) expect(`${code}: ${text}`).not.toMatch(claims.unknown);
    if (SAYS_NOTHING.has(unknown.code)) return;
    expect(some.text).toMatch(claims.some);
    expect(unknown.text).toMatch(claims.unknown);
  });
});

function textAt(texts: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts);
}
