import { describe, expect, it } from 'vitest';
import { aHolder, lockOf } from '@/e2e/support/a-lock';
import type { Lock } from '@/lib/contract/lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { foldRows, leadsOf, stoodFor, toggleFold } from './fold-multi-locks';
import { nextOrder } from './frozen-order';
import type { ShownRow } from './shown-row';

const idOf = (name: string) => `main.0.${name}`;
const rowsOf = (...locks: Lock[]): ShownRow[] => locks.map((lock) => ({ lock, left: false }));
const names = (rows: readonly ShownRow[]) => rows.map(({ lock }) => lock.id.replace('main.0.', ''));
const NONE: ReadonlySet<string> = new Set();

/** Two keys of token `t`, with others around them. */
const A = lockOf('a', { token: 't' });
const B = lockOf('b', { token: 'u' });
const C = lockOf('c', { token: 't' });

describe('the locks that one token has', () => {
  it('are one row, and all of them under the first when it is open', () => {
    const rows = rowsOf(A, B, C);
    const leads = leadsOf(rows);
    const closed = foldRows(rows, leads, NONE);
    expect(names(closed.rows)).toEqual(['a', 'b']);
    expect(closed.folds.get(A.id)).toEqual({ is: 'lead', others: [C], isOpen: false });
    const opened = foldRows(rows, leads, new Set([A.id]));
    expect(names(opened.rows)).toEqual(['a', 'c', 'b']);
    expect(opened.folds.get(C.id)).toEqual({ is: 'part' });
    expect(opened.folds.has(B.id)).toBe(false);
  });

  it('stand where the most urgent one does', () => {
    const rows = rowsOf(A, B, lockOf('c', { token: 't', state: 'at-risk' }));
    expect(names(foldRows(rows, leadsOf(rows), NONE).rows)).toEqual(['b', 'c']);
  });

  it.each([
    ['a token that anybody may write', { holders: [aHolder({ tokenUnique: false })] }],
    ['a token that cannot be told exactly', { holders: [aHolder({ token: displayOf('\xff\x00') })] }],
    ['several holders of each', { holders: [aHolder(), aHolder({ token: displayOf('x') })] }],
    ['nobody', { holders: [] }],
  ])('are told apart where they have %s', (_, change) => {
    expect(leadsOf(rowsOf(lockOf('a', change), lockOf('b', change))).size).toBe(0);
  });

  it('are told apart on two targets, as one key of a Redlock group is', () => {
    const other = lockOf('a', { token: 't', id: 'eu.0.a', target: 'eu' });
    expect(leadsOf(rowsOf(A, other)).size).toBe(0);
    const otherDb = lockOf('a', { token: 't', id: 'main.1.a', db: 1 });
    expect(leadsOf(rowsOf(A, otherDb)).size).toBe(0);
  });

  it('keep their identity as rows, so that nothing is drawn again', () => {
    const rows = rowsOf(A, B);
    expect(foldRows(rows, leadsOf(rows), NONE).rows).toBe(rows);
  });

  it('are chosen together while they are one row', () => {
    const rows = rowsOf(A, B, C);
    const leads = leadsOf(rows);
    expect(stoodFor(foldRows(rows, leads, NONE))).toEqual([[A, C], [B]]);
    expect(stoodFor(foldRows(rows, leads, new Set([A.id])))).toEqual([[A], [C], [B]]);
  });

  it('stay open when another one becomes the most urgent', () => {
    const rows = rowsOf(A, C);
    const open = toggleFold(NONE, A.id, foldRows(rows, leadsOf(rows), NONE).folds);
    const later = rowsOf(lockOf('c', { token: 't', state: 'lost' }), A);
    const shown = foldRows(later, leadsOf(later), open);
    expect(names(shown.rows)).toEqual(['c', 'a']);
    expect(toggleFold(open, C.id, shown.folds).size).toBe(0);
  });
});

describe('while the order stands', () => {
  const fresh = (...pages: Lock[][]) => ({ key: 'harm', pages });
  const shownOf = ({ rows, leads }: { rows: readonly ShownRow[]; leads: ReadonlyMap<string, string> }) =>
    names(foldRows(rows, leads, NONE).rows);

  it('the same row leads, whichever is the most urgent now', () => {
    const urgent = lockOf('c', { token: 't', state: 'lost' });
    const held = nextOrder(nextOrder(null, fresh([A, B, C]), false), fresh([urgent, A, B]), true);
    expect(shownOf(held)).toEqual(['a', 'b']);
    expect(shownOf(nextOrder(held, fresh([urgent, A, B]), false))).toEqual(['c', 'b']);
  });

  it('one that was released, or went to another holder, stays where it was', () => {
    const shown = nextOrder(null, fresh([A, B, C]), false);
    expect(shownOf(nextOrder(shown, fresh([A, B]), true))).toEqual(['a', 'b']);
    const other = lockOf('c', { token: 'v' });
    expect(shownOf(nextOrder(shown, fresh([A, B, other]), true))).toEqual(['a', 'b']);
    expect(shownOf(nextOrder(shown, fresh([A, B, other]), false))).toEqual(['a', 'b', 'c']);
  });

  it('no row is taken away, whoever got it', () => {
    const shown = nextOrder(null, fresh([A, B]), false);
    expect(shownOf(nextOrder(shown, fresh([A, lockOf('b', { token: 't' })]), true))).toEqual(['a', 'b']);
  });

  it('further pages are folded into what is there, and under their own most urgent', () => {
    const shown = nextOrder(null, fresh([A, B]), false);
    const more = [C, lockOf('d', { token: 'w' }), lockOf('e', { token: 'w', state: 'contended' })];
    const held = nextOrder(shown, fresh([A, B], more), true);
    expect(shownOf(held)).toEqual(['a', 'b', 'e']);
    expect(held.leads.get(idOf('c'))).toBe(A.id);
  });

  it('a further page joins no row that only follows another', () => {
    const shown = nextOrder(null, fresh([A, B, C]), false);
    const moved = lockOf('c', { token: 'v' });
    const held = nextOrder(shown, fresh([A, B, moved], [lockOf('d', { token: 'v' })]), true);
    expect(shownOf(held), 'its token is not the one of the row it would follow').toEqual(['a', 'b', 'd']);
  });
});
