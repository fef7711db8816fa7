import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockOf } from '@/e2e/support/a-lock';
import type { LiveMessage } from '../contract/stream';
import { BATCH_MS, compact, MessageBatch } from './batch';

type Patch = Extract<LiveMessage, { type: 'patch' }>;

const patch = (version: number, change: Partial<Patch> = {}): Patch => ({
  type: 'patch',
  version,
  nowMs: version,
  changed: [],
  removed: [],
  events: [],
  ...change,
});
const status = (version: number) => ({ type: 'status', version }) as LiveMessage;

describe('as few messages as say the same', () => {
  it('keeps the last word about every lock', () => {
    const [held, again] = [lockOf('b'), lockOf('b', { state: 'at-risk' })];
    const [merged] = compact([
      patch(1, { changed: [lockOf('a'), held] }),
      patch(2, { changed: [again], removed: ['main.0.a'] }),
      patch(3, { removed: ['main.0.c'] }),
      patch(4, { changed: [lockOf('c')] }),
    ]) as Patch[];
    expect(merged).toMatchObject({ version: 4, nowMs: 4, removed: ['main.0.a'] });
    expect(merged?.changed.map(({ id, state }) => [id, state])).toEqual([
      ['main.0.b', 'at-risk'],
      ['main.0.c', 'held'],
    ]);
  });

  it('keeps one status, and patches on both sides of it in order', () => {
    const kept = compact([status(1), patch(2), status(3), patch(4), patch(5)]);
    expect(kept.map(({ type, version }) => [type, version])).toEqual([
      ['patch', 2],
      ['status', 3],
      ['patch', 5],
    ]);
  });
});

describe('a batch', () => {
  let nowMs = 0;
  let applied: number[] = [];
  let costMs = 0;
  const batch = () =>
    new MessageBatch(
      ({ version }) => {
        applied.push(version);
        nowMs += costMs;
      },
      () => nowMs,
    );
  const pass = (ms: number) => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    nowMs = 0;
    applied = [];
    costMs = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('hands the first message on at once and the following together', () => {
    const own = batch();
    own.add(patch(1));
    pass(1);
    expect(applied).toEqual([1]);
    for (const version of [2, 3, 4]) own.add(patch(version));
    pass(BATCH_MS / 2);
    expect(applied).toEqual([1]);
    pass(BATCH_MS);
    expect(applied).toEqual([1, 4]);
  });

  it('leaves twice the time that drawing took', () => {
    costMs = 300;
    const own = batch();
    own.add(patch(1));
    pass(1);
    pass(1);
    own.add(patch(2));
    pass(500);
    expect(applied).toEqual([1]);
    pass(200);
    expect(applied).toEqual([1, 2]);
  });
});
