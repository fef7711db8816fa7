import { describe, expect, it } from 'vitest';
import { buildTestLock } from '@/e2e/support/a-lock';
import type { Lock } from '@/lib/contract/lock';
import { heldChanges, nextOrder, type ShownOrder } from './frozen-order';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => buildTestLock(key)) as [Lock, Lock, Lock, Lock];
const list = (...pages: Lock[][]) => ({ key: 'harm', pages });
const keys = ({ rows }: ShownOrder) => rows.map(({ lock, left }) => `${lock.key.text}${left ? ' left' : ''}`);

describe('the order of the table', () => {
  it('follows the list while nothing holds it', () => {
    const shown = nextOrder(null, list([a, b]), false);
    expect(keys(nextOrder(shown, list([b, a, c]), false))).toEqual(['b', 'a', 'c']);
  });

  it('stands while frozen: nothing moves, comes or goes', () => {
    const shown = nextOrder(null, list([a, b, c]), false);
    const held = nextOrder(shown, list([d, c, a]), true);
    expect(keys(held)).toEqual(['a', 'b left', 'c']);
    expect(heldChanges(held, list([d, c, a]))).toBe(3);
    expect(keys(nextOrder(held, list([d, c, a]), false))).toEqual(['d', 'c', 'a']);
  });

  it('keeps cells up to date while frozen', () => {
    const shown = nextOrder(null, list([a, b]), false);
    const later = buildTestLock('b', { state: 'contended' });
    const held = nextOrder(shown, list([later, a]), true);
    expect(held.rows[1]?.lock.state).toBe('contended');
    expect(held.rows[0], 'an untouched row keeps its identity').toBe(shown.rows[0]);
  });

  it('is the same object when nothing changed, so that nothing is drawn again', () => {
    const shown = nextOrder(null, list([a, b]), false);
    expect(nextOrder(shown, list([a, b]), false)).toBe(shown);
    expect(nextOrder(shown, list([b, a]), true)).toBe(shown);
  });

  it('shows a row that comes back in its place', () => {
    const shown = nextOrder(null, list([a, b]), false);
    const gone = nextOrder(shown, list([a]), true);
    expect(keys(nextOrder(gone, list([b, a]), true))).toEqual(['a', 'b']);
  });

  it('appends further pages while frozen, or scrolling would never reach them', () => {
    const shown = nextOrder(null, list([a, b]), false);
    const held = nextOrder(shown, list([b, a], [c, d]), true);
    expect(keys(held)).toEqual(['a', 'b', 'c', 'd']);
    expect(keys(nextOrder(held, list([b, a], [d]), true))).toEqual(['a', 'b', 'c left', 'd']);
  });

  it('is taken over at once with another filter or sort, whatever holds it', () => {
    const shown = nextOrder(null, list([a, b]), true);
    expect(keys(nextOrder(shown, { key: 'age', pages: [[b, a]] }, true))).toEqual(['b', 'a']);
    expect(heldChanges(shown, { key: 'age', pages: [[b, a]] })).toBe(0);
  });

  it('shows a lock once that moved between two pages while they were fetched', () => {
    expect(keys(nextOrder(null, list([a, b], [b, c]), false))).toEqual(['a', 'b', 'c']);
  });

  it('counts the fewest moves: one row that jumps is one change', () => {
    const shown = nextOrder(null, list([a, b, c, d]), false);
    expect(heldChanges(shown, list([d, a, b, c]))).toBe(1);
    expect(heldChanges(shown, list([a, b, c, d]))).toBe(0);
    expect(heldChanges(shown, list([d, c, b, a]))).toBe(3);
  });
});
