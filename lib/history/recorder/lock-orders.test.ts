import { describe, expect, test } from 'vitest';
import { aHolder, aLock } from '../../../e2e/support/a-lock';
import { aRecording } from '../../../e2e/support/a-recording';
import type { LockEventKind } from '../../contract/codes';
import type { Holder } from '../../contract/holder';
import type { LockEvent } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import { holdOrder } from './lock-orders';

const T = 1_700_000_000_000;
const THREAD = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';

/** Locks that are taken and given back at moments, ms after T. */
function recording() {
  const { recorder, written } = aRecording(T);
  const event = (name: string, kind: LockEventKind, atMs: number): LockEvent => {
    const id = `test.0.${name}`;
    return { seq: 0, atMs, id, target: 'test', key: name, kind, by: 'event', holder: null, values: {} };
  };
  return {
    recorder,
    take(name: string, ms: number, change: Partial<Holder> = {}) {
      const known = { by: 'event', atMs: T + ms } as const;
      const since = { atMs: T + ms, atLeast: false, known };
      const holder = aHolder({ token: displayOf(THREAD), since, process: null, ...change });
      const lock = aLock({ name, holders: [holder], expiresAtMs: T + ms + 30_000, known });
      recorder.take({ lock, events: [event(name, 'acquired', T + ms)] }, T + ms);
    },
    end(name: string, ms: number, kind: LockEventKind = 'released') {
      recorder.take({ removed: `test.0.${name}`, events: [event(name, kind, T + ms)] }, T + ms);
    },
    orders(ms: number) {
      const { orders } = written(T + ms);
      const nameOf = (subject: (typeof orders)[number]['before']) =>
        subject.kind === 'lock'
          ? subject.lock.slice('test.0.'.length)
          : 'family' in subject
            ? subject.family
            : '';
      return orders.map(({ before, after, seen, together }) => [
        `${nameOf(before)} > ${nameOf(after)}`,
        seen,
        together,
      ]);
    },
  };
}

describe('a lock that is taken under another of the same token', () => {
  test('is a pair of locks and one of families once both were given back', () => {
    const { take, end, orders, recorder } = recording();
    take('order:7', 0);
    take('stock:9', 50);
    end('stock:9', 300);
    end('order:7', 900);
    expect(orders(1_000)).toEqual([
      ['order:7 > stock:9', 1, 0],
      ['order:* > stock:*', 1, 0],
    ]);
    expect(recorder.drain(T + 11_000, null)?.orders ?? []).toEqual([]);
  });

  test('is a pair while both are held, where nobody had it for a time before', () => {
    const { take, orders } = recording();
    take('order:7', 0);
    take('stock:9', 200);
    expect(orders(1_000)).toEqual([]);
    expect(orders(11_400)).toEqual([
      ['order:7 > stock:9', 1, 0],
      ['order:* > stock:*', 1, 0],
    ]);
  });

  test('counts each time, and says whose token did it last', () => {
    const { take, end, recorder } = recording();
    for (const [i, token] of ['a:1', 'a:1', 'b:2'].entries()) {
      const at = i * 2_000;
      take('order:7', at, { token: displayOf(token) });
      take('stock:9', at + 300, { token: displayOf(token) });
      end('stock:9', at + 500);
      end('order:7', at + 900);
    }
    const [locks] = recorder.drain(T + 6_000, null)?.orders ?? [];
    expect(locks).toMatchObject({ seen: 3, firstMs: T + 300, lastMs: T + 4_300, holder: 'b:2', token: '' });
  });

  test('under two others makes two pairs, and re-entering one makes none', () => {
    const { take, end, orders } = recording();
    take('a', 0);
    take('b', 300);
    take('c', 600);
    take('a', 900, { holdCount: 2 });
    for (const [i, name] of ['c', 'b', 'a'].entries()) end(name, 1_200 + i * 300);
    const pairs = orders(3_000).filter((_, i) => i % 2 === 0);
    expect(pairs.map(([pair]) => pair).sort()).toEqual(['a > b', 'a > c', 'b > c']);
  });
});

describe('there is no order of', () => {
  test('locks that were taken and given back together: one hold over both', () => {
    const { take, end, orders } = recording();
    take('order:7', 0);
    take('stock:9', 15);
    end('order:7', 700);
    end('stock:9', 730);
    expect(orders(1_000)).toEqual([
      ['order:7 > stock:9', 0, 1],
      ['order:* > stock:*', 0, 1],
    ]);
  });

  test('a multi-lock that waited for its second member', () => {
    const { take, end, orders } = recording();
    take('stock:9', 0, { token: displayOf('other:1') });
    take('order:7', 100);
    end('stock:9', 600);
    take('stock:9', 620);
    end('order:7', 1_000);
    end('stock:9', 1_010);
    expect(orders(1_400).map(([, ...counts]) => counts)).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test.each<[string, Partial<Holder>]>([
    ['readers', { mode: 'read' }],
    ['tokens that are drawn for each acquisition', { tokenPerHold: true }],
    ['tokens that others may write too', { tokenUnique: false }],
    ['tokens that are cut', { token: { ...displayOf(THREAD), exact: false } }],
  ])('%s', (_, change) => {
    const { take, end, orders } = recording();
    take('order:7', 0, change);
    take('stock:9', 300, change);
    end('stock:9', 500);
    end('order:7', 900);
    expect(orders(3_000)).toEqual([]);
  });

  test('different tokens, and one that gave back the first before it took the second', () => {
    const { take, end, orders } = recording();
    take('a', 0);
    take('b', 300, { token: displayOf('other:1') });
    end('b', 500);
    end('a', 900);
    take('c', 1_000);
    // The end of it is read after the beginning of the next.
    take('d', 1_300);
    end('c', 1_330);
    end('d', 1_800);
    expect(orders(4_000)).toEqual([]);
  });

  test('locks whose leases ran out, as those of a multi-lock that is renewed key by key', () => {
    const { take, end, orders } = recording();
    take('order:7', 0);
    take('stock:9', 10);
    end('order:7', 30_000, 'expired');
    end('stock:9', 38_000, 'expired');
    expect(orders(40_000)).toEqual([]);
  });

  test('anything while too few changes are seen', () => {
    const { take, end, orders, recorder } = recording();
    take('order:7', 0);
    take('stock:9', 300);
    recorder.nodes([], T + 400);
    const status = { coverage: { changes: 0.9 }, findings: [], node: 'n', state: 'live' };
    recorder.nodes([status as never], T + 500);
    end('stock:9', 600);
    end('order:7', 900);
    expect(orders(3_000)).toEqual([]);
  });
});

describe('two holds of one token', () => {
  const hold = (
    from_ms: number,
    to_ms: number | null,
    ended: 'released' | 'expired' | null = 'released',
  ) => ({
    ...{ from_ms, to_ms, ended: to_ms === null ? null : ended },
  });
  test.each([
    ['one inside the other', hold(0, 900), hold(50, 500), 50, 'nested'],
    ['the first given back long before the second', hold(0, 500), hold(50, 900), 50, 'nested'],
    ['begun apart, with nothing in the way', hold(0, 900), hold(300, 900), 300, 'nested'],
    ['begun and ended together', hold(0, 900), hold(20, 930), 20, 'together'],
    ['that hardly overlap', hold(0, 900), hold(850, 2_000), 850, 'none'],
    ['of which one expired', hold(0, 900, 'expired'), hold(20, 2_000), 20, 'none'],
    ['that both go on', hold(0, null), hold(20, null), 20, 'open'],
    ['of which the second was given back just now', hold(0, null), hold(20, 9_950), 20, 'open'],
    ['of which the second was given back a while ago', hold(0, null), hold(20, 8_000), 20, 'nested'],
  ])('%s', (_, outer, inner, idleMs, expected) => {
    expect(holdOrder(outer, inner, idleMs, 10_000)).toBe(expected);
  });
});
