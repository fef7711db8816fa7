import { expect, test } from 'vitest';
import type { BulkResult } from '../../contract/bulk';
import { type HoldInRun, isInPart, leftInRun } from './hold-in-run';

const NONE = { surely: 0, perhaps: 0 };
const holdOf = (of: Partial<HoldInRun>): HoldInRun => ({ members: [], kept: NONE, unseen: null, ...of });
type Result = Pick<BulkResult, 'outcome' | 'because'>;

test.each<[string, Result, 'gone' | 'held' | 'unclear']>([
  ['released', { outcome: 'released', because: null }, 'gone'],
  ['free by then', { outcome: 'refused', because: 'free' }, 'gone'],
  ['a successor’s', { outcome: 'refused', because: 'successor' }, 'gone'],
  ['other data', { outcome: 'unexpected', because: 'other-data' }, 'gone'],
  ['not tried', { outcome: 'not-tried', because: null }, 'held'],
  ['renewed', { outcome: 'unexpected', because: 'renewed' }, 'held'],
  ['re-entered', { outcome: 'unexpected', because: 're-entered' }, 'held'],
  ['back', { outcome: 'unexpected', because: 'came-back' }, 'held'],
  ['failed', { outcome: 'unexpected', because: 'error' }, 'held'],
  ['without an answer', { outcome: 'unexpected', because: 'unknown' }, 'unclear'],
])('a key of the same hold that is %s', (_, result, token) => {
  const hold = holdOf({ members: ['test.0.b'] });
  const left = leftInRun(hold, () => result);
  expect(left).toEqual({
    ...{ held: token === 'held' ? 1 : 0, unclear: token === 'unclear' ? 1 : 0, perhaps: 0 },
  });
  expect(isInPart(hold, left)).toBe(token !== 'gone');
});

test('a key whose act is under way is not known to be free', () => {
  expect(leftInRun(holdOf({ members: ['test.0.b'] }), () => undefined)).toMatchObject({ unclear: 1 });
});

test.each<[Partial<HoldInRun>, boolean]>([
  [{ kept: { surely: 1, perhaps: 0 } }, true],
  [{ unseen: { surely: 1, perhaps: 0 } }, true],
  [{ kept: { surely: 0, perhaps: 2 }, unseen: { surely: 0, perhaps: 1 } }, false],
])('a hold with %j is freed in part: %s', (of, isPart) => {
  const hold = holdOf(of);
  expect(
    isInPart(
      hold,
      leftInRun(hold, () => undefined),
    ),
  ).toBe(isPart);
});
