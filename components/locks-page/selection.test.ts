import { describe, expect, it } from 'vitest';
import { buildTestLock } from '@/e2e/support/a-lock';
import type { Lock } from '@/lib/contract/lock';
import { NO_SELECTION, resolve, type Selection, selectionStateOf, toggle, toggleAll } from './selection';

const locks = ['a', 'b', 'c', 'd', 'e'].map((key) => buildTestLock(key));
const rows = locks.map((lock) => [lock]);
const idOf = (key: string) => `test.0.${key}`;
const keys = ({ locks }: Selection) => [...locks.values()].map((lock) => lock.key.text);
const on = { on: true, range: false };

describe('the selection', () => {
  it('is by id: it stays with the lock when rows move', () => {
    const one = toggle(NO_SELECTION, rows, idOf('b'), on);
    expect(keys(toggle(one, [...rows].reverse(), idOf('d'), on))).toEqual(['b', 'd']);
  });

  it('takes a range from the last row touched, in either direction', () => {
    const from = toggle(NO_SELECTION, rows, idOf('d'), on);
    expect(keys(toggle(from, rows, idOf('b'), { on: true, range: true }))).toEqual(['d', 'b', 'c']);
    const all = toggleAll(NO_SELECTION, locks, true);
    const off = toggle(toggle(all, rows, idOf('b'), { on: false, range: false }), rows, idOf('d'), {
      on: false,
      range: true,
    });
    expect(keys(off)).toEqual(['a', 'e']);
  });

  it('is a single row when the start of the range is gone', () => {
    const from = toggle(NO_SELECTION, rows, idOf('a'), on);
    expect(keys(toggle(from, rows.slice(2), idOf('d'), { on: true, range: true }))).toEqual(['a', 'd']);
  });

  it('keeps locks that left the filter, and says how many', () => {
    const both = toggle(toggle(NO_SELECTION, rows, idOf('a'), on), rows, idOf('b'), on);
    const later = buildTestLock('a', { state: 'contended' });
    const { locks: now, outside } = resolve(both, new Map([[later.id, later]]));
    expect(outside).toBe(1);
    expect(now.map(({ state }) => state)).toEqual(['contended', 'held']);
  });

  it('takes with a row what is folded under it, at the end of a range too', () => {
    const [a, b, c, d] = locks as [Lock, Lock, Lock, Lock];
    const folded = [[a], [b, d], [c]];
    const one = toggle(NO_SELECTION, folded, b.id, on);
    expect(keys(one)).toEqual(['b', 'd']);
    expect(selectionStateOf(one, [b, d])).toBe('all');
    expect(selectionStateOf(one, [c, d])).toBe('some');
    expect(selectionStateOf(one, [c])).toBe('none');
    const range = toggle(toggle(NO_SELECTION, folded, a.id, on), folded, b.id, { on: true, range: true });
    expect(keys(range)).toEqual(['a', 'b', 'd']);
  });
});
