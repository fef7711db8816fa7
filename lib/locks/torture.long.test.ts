import { expect, test } from 'vitest';
import { BROKEN_NAMES, BROKEN_SCRIPTS, type BrokenName, changedText } from '../../e2e/torture/broken-scripts';
import { check } from '../../e2e/torture/check';
import { KINDS, kindOfKey } from '../../e2e/torture/events';
import { TOLD_BY_CLIENTS } from '../../e2e/torture/example-histories';
import { TOLD_BY_SERVERS } from '../../e2e/torture/example-writes';
import { exportedKinds } from '../../e2e/torture/kinds';
import { CALM, planRound, SHORT } from '../../e2e/torture/plan-round';
import { planStep } from '../../e2e/torture/plan-step';
import { createRandom } from '../../e2e/torture/random';
import { describeViolation, firstOfEachRule } from '../../e2e/torture/report';
import { torture } from '../../e2e/torture/torture';

const SEED = 'test';
const LIMIT_MS = 120_000;
/** One is enough on a machine that is not busy with something else. */
const ROUNDS_TO_NOTICE = 5;
const kinds = exportedKinds();
const rounds = Array.from({ length: Math.ceil(kinds.length / SHORT.kindsPerRound) }, (_, n) =>
  planRound(SEED, n, kinds, SHORT),
);

test.each([...TOLD_BY_CLIENTS, ...TOLD_BY_SERVERS])(
  'the checker judges: $says → $breaks',
  ({ breaks, told }) => {
    const rules = check(told().history()).violations.map(({ rule }) => rule);
    expect(rules).toEqual(breaks === null ? [] : [breaks]);
  },
);

test('a seed plans the same rounds and the same steps again, another seed others', () => {
  const planOf = (seed: string) => {
    const plan = planRound(seed, 3, kinds, SHORT);
    const random = createRandom(plan.name);
    return { plan, steps: Array.from({ length: 50 }, () => planStep(plan, random)) };
  };
  expect(planOf('one')).toEqual(planOf('one'));
  expect(planOf('one').plan.faults).not.toEqual(planOf('two').plan.faults);
});

test.each(BROKEN_NAMES)('%s still changes the script it is made for', (name) => {
  expect(changedText(name)).not.toBeNull();
});

test.each(rounds)('no promise is broken under faults: $kinds', { timeout: LIMIT_MS }, async (plan) => {
  const { record, violations, operations } = await torture(plan);
  const told = firstOfEachRule(violations).map((violation) => describeViolation(violation, record));
  expect(told, told.join('\n')).toEqual([]);
  expect([...operations.keys()].sort()).toEqual([...plan.kinds].sort());
});

/** Broken scripts that can be broken together: one of each kind. */
const groups = [0, 1].map((n) =>
  KINDS.flatMap((kind) => {
    const name = BROKEN_NAMES.filter((each) => BROKEN_SCRIPTS[each].kind === kind)[n];
    return name && kinds.includes(kind) ? [name] : [];
  }),
);

test.each(groups.filter((names) => names.length > 0).map((names) => ({ names })))(
  'is noticed: $names',
  { timeout: LIMIT_MS },
  async ({ names }) => {
    let unseen: readonly BrokenName[] = names;
    const broken = names.map((name) => BROKEN_SCRIPTS[name].kind);
    for (let round = 0; unseen.length > 0 && round < ROUNDS_TO_NOTICE; round++) {
      const { violations } = await torture(planRound(SEED, round, broken, CALM), names);
      unseen = unseen.filter((name) => {
        const { kind, caughtBy } = BROKEN_SCRIPTS[name];
        return !violations.some(({ rule, key }) => rule === caughtBy && kindOfKey(key) === kind);
      });
    }
    expect(unseen).toEqual([]);
  },
);
