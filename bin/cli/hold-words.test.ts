import { expect, test } from 'vitest';
import { aLock } from '../../e2e/support/a-lock';
import type { ActionResult } from '../../lib/contract/actions';
import { holdFacts, holdLines, outcomeWords } from './hold-words';

const lock = aLock({ name: 'a' });
const unseen = { surely: 1, perhaps: 0 };

test('keys of a hold that are not shown are counted before and after a release', () => {
  const hold = { parts: [], more: 0, unseen };
  expect(holdFacts(lock, hold, new Set())).toMatchObject([
    ['keys', '1 of 2 that have the token are released'],
    ['  release', expect.any(String)],
    ['  leave', '1 more, not shown to you (likely the same hold)'],
  ]);
  const result: ActionResult = {
    ...{ outcome: 'partly-released', nodes: [], auditId: 1, woken: 0, atMs: 0 },
    hold: {
      keys: [{ id: lock.id, key: 'a', outcome: 'released', nodes: [], woken: 0, auditId: 1, why: null }],
      kept: [],
      unseen,
    },
  };
  expect(outcomeWords(result)).toBe('released 1 of 2 keys: the lock stays held');
  expect(holdLines({ hold }, result)[1]).toBe(
    '- 1 more, not shown to you (likely the same hold): left as it is',
  );
});
