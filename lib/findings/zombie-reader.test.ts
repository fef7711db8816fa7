import { expect, test } from 'vitest';
import type { LockFacts, ReadHolder } from '../domain/locks/lock-facts';
import { counted } from '../domain/values/counted';
import { judge } from './core/judge';

const NOW = 1_000_000;

function reader(token: string, deadlineMs: number | 'none'): ReadHolder {
  return { token, tokenUnique: true, label: token, holdCount: 1, reads: true, deadlineMs };
}

function facts(holders: ReadHolder[], change: Partial<LockFacts> = {}): LockFacts {
  const reading = {
    atMs: NOW,
    holders,
    ttlMs: 30_000,
    deadlineMs: NOW + 30_000,
    slackMs: 0,
    valueDeadlineMs: null,
  };
  return {
    ...{ reading, firstSeenMs: NOW, since: null, sinceOf: new Map(), leaseMs: 30_000, healthyFloor: null },
    renewals: { count: 0, lastAtMs: null, gapsMs: [] },
    waiters: { count: counted(null), known: null },
    ...{ heartbeats: [], silentSinceMs: null, deadReadersStay: true },
    endedSinceOf: new Map([['dead', NOW - 40_000]]),
    ...change,
  };
}

const told = (of: LockFacts) => {
  const { state, reason, findings } = judge(of, NOW);
  return [state, reason.code, ...findings.map(({ code }) => code)];
};

test('a reader none of whose holds is left is found, with since when and of how many', () => {
  const both = facts([reader('dead', 0), reader('living', NOW + 20_000)]);
  expect(told(both)).toEqual(['at-risk', 'zombie-reader', 'zombie-reader']);
  expect(judge(both, NOW).findings[0]).toMatchObject({
    ...{ severity: 'at-risk', sinceMs: NOW - 40_000 },
    evidence: [
      { code: 'reader-without-hold', values: { count: 1, total: 2, forMs: 40_000, holder: 'dead' } },
    ],
  });
});

test('also when it is the only one that is written down', () => {
  expect(told(facts([reader('dead', 0)]))).toEqual(['at-risk', 'zombie-reader', 'zombie-reader']);
});

test('a reader that has a hold left, one that does not read, and one that keeps nobody out are none', () => {
  expect(told(facts([reader('living', NOW + 1_000)]))).toEqual(['held', 'none']);
  const { reads: _, ...permit } = reader('dead', 0);
  expect(told(facts([permit, permit]))).toEqual(['held', 'none']);
  expect(told(facts([reader('dead', 0)], { deadReadersStay: false }))).toEqual(['held', 'none']);
});
