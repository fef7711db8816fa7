import { describe, expect, test } from 'vitest';
import { votesOf } from '../../../e2e/support/a-vote';
import { ACTION_OUTCOMES } from '../../contract/action-codes';
import type { NodeOutcome } from '../../contract/actions';
import type { Vote } from '../../contract/lock';
import { countVotes } from '../locks/count-votes';
import { afterAction, doneOnNode, isPartlyDone, PARTLY_DONE } from './after-action';

const actOn = (
  says: Vote['vote'][],
  outcomes: NodeOutcome['outcome'][],
  outcome: 'released' | 'extended',
) => {
  const nodes = outcomes.map((each, i) => ({ node: `n${i + 1}`, outcome: each }));
  return afterAction({ votes: votesOf(says) }, { outcome, nodes });
};
const all: Vote['vote'][] = ['yes', 'yes', 'yes', 'yes', 'yes'];

test('votes are counted, and a quorum is of the configured nodes', () => {
  expect(countVotes(votesOf(['yes', 'yes', 'other', 'no', 'unread', 'unread']))).toEqual({
    ...{ yes: 2, other: 1, no: 1, unread: 2 },
    ...{ of: 6, quorum: 4 },
  });
});

describe('a release', () => {
  const released = (...outcomes: NodeOutcome['outcome'][]) => actOn(all, outcomes, 'released');

  test('on all nodes frees the lock and leaves nothing', () => {
    const nodes = Array<'released'>(5).fill('released');
    expect(released(...nodes)).toEqual({ done: 5, of: 5, quorum: 3, left: 0, is: 'free' });
  });

  test('of a lock of which nothing is known goes by the answers of its nodes alone', () => {
    const freed = (...outcomes: NodeOutcome['outcome'][]) => {
      const nodes = outcomes.map((outcome, i) => ({ node: `n${i + 1}`, outcome }));
      return afterAction({ votes: null }, { outcome: 'released', nodes });
    };
    expect(freed('released', 'released', 'changed')).toMatchObject({ done: 2, of: 3, is: 'free' });
    expect(freed('released', 'changed', 'changed')).toMatchObject({ done: 1, of: 3, is: 'short' });
    expect(freed('released', 'unreached', 'changed')).toMatchObject({ done: 1, of: 3, is: 'short' });
  });

  test('frees the lock while fewer than a quorum can still have it', () => {
    expect(released('released', 'released', 'released', 'unreached', 'changed')).toMatchObject({
      ...{ done: 3, left: 2, is: 'free' },
    });
  });

  test('is not said to free it while a quorum may still have it', () => {
    expect(released('released', 'released', 'unreached', 'unreached', 'changed')).toMatchObject({
      ...{ done: 2, left: 3, is: 'short' },
    });
  });

  test('counts nodes that had nothing, or another holder, as nothing that is left', () => {
    const outcomes: NodeOutcome['outcome'][] = ['released', 'released', 'changed', 'changed', 'changed'];
    expect(actOn(['yes', 'yes', 'no', 'no', 'other'], outcomes, 'released')).toMatchObject({
      ...{ done: 2, left: 0, is: 'free' },
    });
  });

  test('counts a node that gave no answer as one that may have it, whatever it had', () => {
    const outcomes: NodeOutcome['outcome'][] = [
      'released',
      'unreached',
      'unreached',
      'unreached',
      'released',
    ];
    expect(actOn(['yes', 'no', 'no', 'unread', 'yes'], outcomes, 'released')?.is).toBe('short');
  });
});

test('an extension needs a quorum of the new lease, whatever else is not known', () => {
  const extended = (...outcomes: NodeOutcome['outcome'][]) => actOn(all, outcomes, 'extended')?.is;
  expect(extended('extended', 'extended', 'extended', 'unreached', 'changed')).toBe('extended');
  expect(extended('extended', 'extended', 'unreached', 'unreached', 'unreached')).toBe('short');
});

test('an act in part is counted by the nodes that did it, as one that was whole', () => {
  expect(ACTION_OUTCOMES.filter(isPartlyDone).sort()).toEqual(Object.values(PARTLY_DONE).sort());
  for (const outcome of ['released', 'extended', 'quarantined'] as const) {
    const nodes = [outcome, 'unreached', 'unreached'].map((each, i) => ({
      ...{ node: `n${i + 1}`, outcome: each as NodeOutcome['outcome'] },
    }));
    const known = { votes: votesOf(['yes', 'yes', 'yes']) };
    const whole = afterAction(known, { outcome, nodes });
    expect(whole).toMatchObject({ done: 1, left: 2, is: 'short' });
    expect(afterAction(known, { outcome: PARTLY_DONE[outcome], nodes })).toEqual(whole);
    expect(doneOnNode(PARTLY_DONE[outcome])).toBe(outcome);
  }
});

test('a lock of no group has no such reading', () => {
  expect(
    afterAction({ votes: null }, { outcome: 'released', nodes: [{ node: 'a', outcome: 'released' }] }),
  ).toBeNull();
});
