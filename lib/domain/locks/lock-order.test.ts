import { describe, expect, test } from 'vitest';
import { type CrossedPair, crossedOrders, type OrderSeen } from './lock-order';

const seen = (times: number, change: Partial<OrderSeen> = {}): OrderSeen => {
  return { seen: times, together: 0, firstMs: 1_000, lastMs: 9_000, holder: 'h', token: '', ...change };
};

function pair(a: string, b: string, forth: OrderSeen, back: OrderSeen): CrossedPair {
  const lock = (key: string) => ({ id: `t.0.${key}`, key, family: key.replace(/\d+/, '*') });
  return { target: 't', a: lock(a), b: lock(b), forth, back };
}

const found = (...pairs: CrossedPair[]) =>
  crossedOrders(pairs).map(({ families, times }) => [...families, times]);

describe('two locks that are taken in both orders', () => {
  test('are a danger once each order was seen three times', () => {
    expect(found(pair('order', 'stock', seen(2), seen(900)))).toEqual([]);
    expect(found(pair('order', 'stock', seen(3), seen(900)))).toEqual([['order', 'stock', 3]]);
  });

  test('say since when both are known, and how lately both were seen', () => {
    const [forth, back] = [seen(3, { firstMs: 5_000, lastMs: 6_000 }), seen(3)];
    expect(crossedOrders([pair('order', 'stock', forth, back)])).toMatchObject([
      { sinceMs: 5_000, lastMs: 6_000, target: 't' },
    ]);
  });

  test('are none where one token did both: it never waits for itself', () => {
    const one = (token: string) => seen(9, { token });
    expect(found(pair('order', 'stock', one('x'), one('x')))).toEqual([]);
    expect(found(pair('order', 'stock', one('x'), one('y')))).toHaveLength(1);
    expect(found(pair('order', 'stock', one('x'), one('')))).toHaveLength(1);
    expect(found(pair('order', 'stock', one(''), one('')))).toHaveLength(1);
  });

  test('are none where they are mostly taken together: a multi-lock, now and then read as two', () => {
    expect(found(pair('order', 'stock', seen(4, { together: 17 }), seen(9)))).toEqual([]);
    expect(found(pair('order', 'stock', seen(9), seen(4, { together: 17 })))).toEqual([]);
    expect(found(pair('order', 'stock', seen(4, { together: 16 }), seen(9)))).toHaveLength(1);
  });
});

describe('locks of families', () => {
  test('are summed over the same two locks, whichever has the lower number', () => {
    const orders = found(
      pair('account:7', 'order:1', seen(1), seen(1)),
      pair('order:2', 'account:7', seen(1), seen(5)),
      pair('account:8', 'order:3', seen(2), seen(1)),
    );
    expect(orders).toEqual([['account:*', 'order:*', 3]]);
  });

  test('of one family count as well: a transfer from 7 to 9 and one from 9 to 7', () => {
    const transfer = (a: number, b: number) => pair(`account:${a}`, `account:${b}`, seen(1), seen(1));
    expect(found(transfer(7, 9), transfer(8, 11))).toEqual([]);
    expect(found(transfer(7, 9), transfer(8, 11), transfer(3, 7))).toEqual([['account:*', 'account:*', 3]]);
  });
});
