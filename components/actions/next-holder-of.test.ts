import { describe, expect, it } from 'vitest';
import type { LockEventKind } from '@/lib/contract/codes';
import type { LockEvent } from '@/lib/contract/lock';
import { nextHolderOf } from './next-holder-of';

const event = (seq: number, kind: LockEventKind, atMs: number, holder: string | null = 'x'): LockEvent => ({
  seq,
  atMs,
  id: 'test.0.a',
  target: 'test',
  key: 'a',
  kind,
  by: 'event',
  holder,
  values: {},
});
const act = { seenAtMs: 1_000, sentAtMs: 1_100 };

describe('who acquired next', () => {
  it('is the first that acquired after the release, with the time between', () => {
    const events = [
      event(5, 'acquired', 1_900, 'third'),
      event(4, 'released', 1_800, 'second'),
      event(3, 'acquired', 1_240, 'second'),
      event(2, 'force-released', 1_120, 'first'),
      event(1, 'acquired', 500, 'first'),
    ];
    expect(nextHolderOf(events, act)).toEqual({ holder: 'second', afterMs: 120, atMost: false });
  });

  it('is only bounded when one look saw release and acquire together', () => {
    const events = [event(3, 'acquired', 1_150, 'second'), event(2, 'force-released', 1_150, 'first')];
    expect(nextHolderOf(events, act)).toEqual({ holder: 'second', afterMs: 50, atMost: true });
  });

  it('is nobody while nobody acquired, and never the holder that was released', () => {
    expect(nextHolderOf([], act)).toBeNull();
    expect(nextHolderOf([event(2, 'force-released', 1_120), event(1, 'acquired', 900)], act)).toBeNull();
  });
});
