import { describe, expect, it } from 'vitest';
import { type Standing, standing } from './use-standing';

type Item = { id: string; n: number };

const shown = (...ids: string[]): Standing<Item>[] => ids.map((id) => ({ item: { id, n: 1 }, left: false }));
const now = (...ids: string[]): Item[] => ids.map((id) => ({ id, n: 2 }));
const told = (rows: Standing<Item>[]) =>
  rows.map(({ item, left }) => `${item.id}${item.n}${left ? ' left' : ''}`);
const idOf = ({ id }: Item) => id;

describe('an order that stands', () => {
  it('keeps every place and brings every figure up to date', () => {
    expect(told(standing(shown('a', 'b'), now('b', 'a'), idOf))).toEqual(['a2', 'b2']);
  });

  it('keeps what left as last known, and puts what is new last', () => {
    expect(told(standing(shown('a', 'b'), now('c', 'b'), idOf))).toEqual(['a1 left', 'b2', 'c2']);
  });

  it('takes back what had left', () => {
    const before = [{ item: { id: 'a', n: 1 }, left: true }];
    expect(told(standing(before, now('a'), idOf))).toEqual(['a2']);
  });

  it('is the list itself where nothing stood before', () => {
    expect(told(standing([], now('b', 'a'), idOf))).toEqual(['b2', 'a2']);
  });
});
