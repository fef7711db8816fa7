import { describe, expect, it } from 'vitest';
import type { Done } from '@/components/actions/done';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import type { LockEventKind } from '@/lib/contract/codes';
import type { Holder } from '@/lib/contract/holder';
import type { Lock, LockEvent } from '@/lib/contract/lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { comebackUntilMs, type FollowUp, followUpOf, HEALTHY_AFTER_MS } from './follow-up';
import { NOTHING_OBSERVED, type ObservedLock, observedAt, withObserved } from './observed-lock';

const AT = 1_000_000;
const OLD = aHolder({ token: displayOf('old:47') });
const RENEWAL = { count: 3, lastAtMs: AT - 5_000, periodMs: 10_000, lateBy: 0.5 };

function aDone(change: Partial<Done> = {}): Done {
  const { action = 'release' } = change;
  return {
    action,
    lock: aLock({ holders: [OLD], renewal: RENEWAL }),
    holder: OLD,
    parts: [],
    isKept: false,
    leaseMs: action === 'extend' ? 300_000 : null,
    ...{ reason: 'stuck', ticket: '' },
    after: null,
    result: {
      outcome: action === 'extend' ? 'extended' : 'released',
      nodes: [{ node: 'n1', outcome: action === 'extend' ? 'extended' : 'released' }],
      auditId: 12,
      woken: 1,
      atMs: AT,
    },
    seenAtMs: AT - 500,
    sentAtMs: AT - 20,
    doneAtMs: 0,
    ...change,
  };
}

/** A holder that acquired so long after the action. */
function since(afterMs: number, change: Partial<Holder> = {}): Holder {
  const atMs = AT + afterMs;
  return aHolder({ since: { atMs, atLeast: false, known: { by: 'event', atMs } }, ...change });
}

const successor = (afterMs: number, change: Partial<Holder> = {}) =>
  since(afterMs, { token: displayOf('next:1'), verdict: 'alive', ...change });

/** The lock as it was read so long after the action. */
function held(afterMs: number, holder: Holder, change: Partial<Lock> = {}): ObservedLock {
  return observedAt(aLock({ holders: [holder], known: { by: 'read', atMs: AT + afterMs }, ...change }));
}
const free = (afterMs: number): ObservedLock => ({
  is: 'free',
  isLost: false,
  fromMs: AT + afterMs,
  toMs: AT + afterMs,
});
const unknown = (afterMs: number): ObservedLock => ({
  is: 'unknown',
  fromMs: AT + afterMs,
  toMs: AT + afterMs,
});

function event(seq: number, kind: LockEventKind, afterMs: number, holder: string): LockEvent {
  const about = { id: 'test.0.order:7', target: 'test', key: 'order:7' };
  return { seq, atMs: AT + afterMs, ...about, kind, by: 'event', holder, values: {} };
}

const PASSED_ON = [event(1, 'force-released', 0, 'old:47'), event(2, 'acquired', 84, 'next:1')];

function follow(
  done: Done,
  found: readonly ObservedLock[],
  afterMs: number,
  events: LockEvent[] = [],
): FollowUp {
  const all = found.reduce((so, each) => withObserved(so, each, events, done), NOTHING_OBSERVED);
  return followUpOf(done, withObserved(all, null, events, done), AT + afterMs);
}

type Row = {
  action?: Done['action'];
  change?: Partial<Done>;
  found: ObservedLock[];
  events?: LockEvent[];
  afterMs: number;
  is: { [K in keyof FollowUp]?: unknown };
};

const extendedTo = (afterMs: number, endMs: number) =>
  held(
    afterMs,
    { ...OLD, since: { atMs: AT - 60_000, atLeast: false, known: { by: 'event', atMs: AT } } },
    {
      expiresAtMs: AT + endMs,
    },
  );

const ROWS: Record<string, Row> = {
  'released, nobody yet': {
    found: [free(100)],
    afterMs: 2_000,
    is: {
      next: null,
      nextLeftMs: 8_000,
      health: { is: 'waiting', leftMs: 58_000 },
      comeback: { is: 'watching' },
    },
  },
  'released, free a minute later': {
    found: [free(100), free(9_900), free(60_100)],
    afterMs: 60_200,
    is: { now: { is: 'free' }, health: { is: 'free' }, comeback: { is: 'away' } },
  },
  'released, with a successor after 84 ms': {
    found: [held(200, successor(84)), held(60_050, successor(84))],
    events: PASSED_ON,
    afterMs: 60_100,
    is: {
      next: { holder: 'next:1', afterMs: 84, atMost: false },
      health: { is: 'healthy' },
      comeback: { is: 'away' },
    },
  },
  'released, with a successor of which nothing shows that it lives': {
    found: [held(60_050, successor(84, { verdict: 'unknown' }))],
    events: PASSED_ON,
    afterMs: 60_100,
    is: { health: { is: 'held' } },
  },
  'released, with a successor that is at risk': {
    found: [held(60_050, successor(84), { state: 'at-risk' })],
    events: PASSED_ON,
    afterMs: 60_100,
    is: { health: { is: 'risk' } },
  },
  'released, and the server lost its data': {
    found: [observedAt(aLock({ state: 'lost', known: { by: 'read', atMs: AT + 60_050 } }))],
    afterMs: 60_100,
    is: { health: { is: 'lost' } },
  },
  'released, and the old holder created the key again': {
    found: [free(100), held(4_200, since(4_200, { token: OLD.token }))],
    afterMs: 5_000,
    is: { comeback: { is: 'back', afterMs: 4_200 }, health: { is: 'waiting' } },
  },
  'released, and the old holder has it a minute later': {
    found: [
      free(100),
      held(4_200, since(4_200, { token: OLD.token })),
      held(60_001, since(4_200, { token: OLD.token })),
    ],
    afterMs: 61_000,
    is: { comeback: { is: 'back' }, health: { is: 'old' } },
  },
  'released, and a value that anybody may write is back': {
    change: { holder: { ...OLD, tokenUnique: false } },
    found: [
      held(4_200, since(4_200, { token: OLD.token, tokenUnique: false })),
      held(60_001, since(4_200, { token: OLD.token })),
    ],
    afterMs: 61_000,
    is: { comeback: { is: 'alike', afterMs: 4_200 }, health: { is: 'held' } },
  },
  'released, and the old holder acquired after it was watched': {
    found: [free(100), free(20_100), held(30_000, since(29_000, { token: OLD.token }))],
    afterMs: 30_100,
    is: { comeback: { is: 'away', untilMs: AT + 20_000 } },
  },
  'released, and a reading that was under way shows it as it was': {
    found: [held(5, since(-60_000, { token: OLD.token }))],
    afterMs: 1_000,
    is: { comeback: { is: 'watching' } },
  },
  'released, and the connection is lost': {
    found: [free(100), unknown(15_000), unknown(61_000)],
    afterMs: 61_000,
    is: {
      now: { is: 'unknown' },
      health: { is: 'unknown', fromMs: AT + 15_000, toMs: null },
      comeback: { is: 'unknown', fromMs: AT + 15_000 },
    },
  },
  'released, and the connection was lost for a while': {
    found: [
      held(200, successor(84)),
      unknown(25_000),
      held(40_000, successor(84)),
      held(60_050, successor(84)),
    ],
    events: PASSED_ON,
    afterMs: 60_100,
    is: {
      now: { is: 'held' },
      health: { is: 'unknown', fromMs: AT + 25_000, toMs: AT + 40_000 },
      comeback: { is: 'away' },
    },
  },
  'released, healthy, and the connection is lost later': {
    found: [held(60_050, successor(84)), unknown(90_000)],
    events: PASSED_ON,
    afterMs: 90_000,
    is: { now: { is: 'unknown' }, health: { is: 'healthy' }, comeback: { is: 'away' } },
  },
  'released, and the page was not looked at since': {
    found: [free(5_000)],
    afterMs: 80_000,
    is: { health: { is: 'unseen', sinceMs: AT + 5_000 }, comeback: { is: 'unseen', sinceMs: AT + 5_000 } },
  },
  'released from one of several': {
    change: { isKept: true },
    found: [held(60_050, successor(-9_000))],
    afterMs: 61_000,
    is: { next: null, nextLeftMs: 0, health: null, comeback: { is: 'away' } },
  },
  'released on too few nodes': {
    change: { after: { done: 2, of: 5, quorum: 3, left: 3, is: 'short' } },
    found: [held(60_050, since(-60_000, { token: OLD.token }))],
    afterMs: 61_000,
    is: { next: null, health: null, comeback: null },
  },
  'extended, and nothing was read since': {
    action: 'extend',
    found: [],
    afterMs: 500,
    is: {
      now: null,
      lease: { is: 'stands', untilMs: AT + 300_000 },
      comeback: null,
      health: { is: 'waiting' },
    },
  },
  'extended, and it stands': {
    action: 'extend',
    found: [extendedTo(100, 300_002), extendedTo(60_050, 300_002)],
    afterMs: 60_100,
    is: { lease: { is: 'stands' }, health: { is: 'held' } },
  },
  'extended, and its watchdog set its own lease again': {
    action: 'extend',
    found: [extendedTo(100, 300_002), extendedTo(5_000, 35_000), extendedTo(15_000, 45_000)],
    afterMs: 16_000,
    is: {
      lease: { is: 'reset', afterMs: 5_000, untilMs: AT + 45_000, insteadMs: AT + 300_000 },
    },
  },
  'extended, and a reading that was under way shows the lease of before': {
    action: 'extend',
    found: [extendedTo(5, 20_000), extendedTo(600, 300_002)],
    afterMs: 1_000,
    is: { lease: { is: 'stands' } },
  },
  'extended, and given back': {
    action: 'extend',
    found: [extendedTo(100, 300_002), free(9_000), free(60_050)],
    afterMs: 61_000,
    is: { lease: { is: 'left', afterMs: 9_000 }, health: { is: 'free' } },
  },
  'extended, and another has it': {
    action: 'extend',
    found: [held(60_050, successor(5_000))],
    afterMs: 61_000,
    is: { lease: { is: 'left' }, health: { is: 'other' } },
  },
  'extended, and the connection is lost': {
    action: 'extend',
    found: [extendedTo(100, 300_002), unknown(20_000)],
    afterMs: 21_000,
    is: { lease: { is: 'unknown', fromMs: AT + 20_000 }, health: { is: 'unknown' } },
  },
};

describe('what came of an action', () => {
  it.each(Object.entries(ROWS))(
    '%s',
    (_, { action = 'release', change = {}, found, events, afterMs, is }) => {
      expect(follow(aDone({ action, ...change }), found, afterMs, events)).toMatchObject(is);
    },
  );

  it('is never healthy while anything in that minute was unknown', () => {
    for (let lostMs = 500; lostMs < HEALTHY_AFTER_MS; lostMs += 3_500) {
      const found = [
        held(200, successor(84)),
        unknown(lostMs),
        held(lostMs + 300, successor(84)),
        free(60_500),
      ];
      const inOrder = found.toSorted((a, b) => a.toMs - b.toMs);
      expect(follow(aDone(), inOrder, 61_000, PASSED_ON).health?.is).toBe('unknown');
    }
  });

  it('is watched for two renewals, or for a minute where none were seen', () => {
    expect(comebackUntilMs(aDone())).toBe(AT + 20_000);
    expect(comebackUntilMs(aDone({ lock: aLock() }))).toBe(AT + HEALTHY_AFTER_MS);
  });
});
