import type { OwnershipSpan, Timeline } from '../../lib/contract/history/past';

/** A hold of `holder` on `test.0.order`, given back after ten seconds; `change` says what is different. */
export function aSpan(id: number, fromMs: number, change: Partial<OwnershipSpan> = {}): OwnershipSpan {
  return {
    id,
    lock: 'test.0.order',
    key: 'order',
    holder: 'worker-1',
    holderRef: 'process:worker-1:1',
    token: `token-${id}`,
    mode: 'exclusive',
    fromMs,
    fromKnown: 'seen',
    toMs: fromMs + 10_000,
    ended: 'released',
    endedBy: 'event',
    leaseMs: 30_000,
    noTtl: false,
    renewals: 0,
    waitersMax: 0,
    waiterSeconds: 0,
    fencing: null,
    verdict: null,
    overrunMs: null,
    ...change,
  };
}

/** The timeline of these holds from 0 to 100,000 ms, which is now. */
export function aTimeline(spans: OwnershipSpan[], change: Partial<Timeline> = {}): Timeline {
  return {
    fromMs: 0,
    toMs: 100_000,
    lanesBy: 'holder',
    locks: [{ id: 'test.0.order', key: 'order', kind: 'reentrant', library: 'Redisson RLock' }],
    spans,
    blocks: [],
    waiting: [],
    marks: [],
    gaps: [],
    matched: spans.length,
    incompleteBeforeMs: null,
    nowMs: 100_000,
    ...change,
  };
}
