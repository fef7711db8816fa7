import { expect, test } from 'vitest';
import { BROKEN_NAMES, BROKEN_SCRIPTS, type BrokenName, changedText } from '../../e2e/torture/broken-scripts';
import { check } from '../../e2e/torture/check';
import { KINDS, keyOf, kindOfKey, type TortureEvent } from '../../e2e/torture/events';
import { TOLD_BY_CLIENTS } from '../../e2e/torture/example-histories';
import { TOLD_BY_SERVERS } from '../../e2e/torture/example-writes';
import { exportedKinds } from '../../e2e/torture/kinds';
import { CALM, planRound, SHORT } from '../../e2e/torture/plan-round';
import { planStep } from '../../e2e/torture/plan-step';
import { createRandom } from '../../e2e/torture/random';
import { describeViolation, firstOfEachRule } from '../../e2e/torture/report';
import { torture } from '../../e2e/torture/torture';
import type { Violation } from '../../e2e/torture/violation';

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

test('a violation tells the latest first, so that what decided is there when the text is cut', () => {
  const plan = planRound(SEED, 0, kinds, SHORT);
  const key = keyOf(plan.name, 'fair', 0);
  const token = 'ec0fa487-99bb-4cb4-afb3-c639c3338f22:222';
  const queued = Array.from({ length: 40 }, (_, n): TortureEvent => {
    return {
      event: 'write',
      at: 100 + n,
      node: 0,
      txn: n,
      args: ['ZADD', `timeout:{${key}}`, `${n}`, token],
    };
  });
  const events: TortureEvent[] = [
    ...queued,
    { event: 'write', at: 150, node: 0, txn: 41, args: ['DEL', key] },
    {
      event: 'call',
      at: 151,
      op: '2.0#7',
      act: 'release',
      kind: 'fair',
      keys: [key],
      mode: 'exclusive',
      token,
    },
    { event: 'fault', at: 140, fault: 'drop-commands', target: 'server-0', until: 150.5, lossy: false },
    { event: 'cut', at: 152, process: '2.0' },
    { event: 'cut', at: 152, process: '1.0' },
    { event: 'return', at: 153, op: '2.0#7', outcome: 'done', holdCount: 0 },
    { event: 'fault', at: 170, fault: 'crash', target: '1.0', until: 300, lossy: false },
  ];
  const about = ['2.0#7', token];
  const message = `said it released ${token}`;
  const violation: Violation = { rule: 'released-not-held', key, at: 151, message, about };
  const lines = describeViolation(violation, { plan, events }).split('\n');
  expect(lines.slice(0, 8).map((line) => line.trim())).toEqual([
    `released-not-held on ${key} at 151.000 ms of round test/0`,
    'said it released ec0fa487:222',
    '153.000  2.0#7 returns done holdCount 0',
    '152.000  2.0 finds a connection closed',
    '151.000  2.0#7 calls release exclusive  ec0fa487:222',
    `150.000  server 0 writes "DEL" "${key}" (41)`,
    '140.000  FAULT drop-commands server-0 until 150.500',
    `139.000  server 0 writes "ZADD" "timeout:{${key}}" "39" "ec0fa487:222" (39)`,
  ]);
  expect(lines.length).toBeLessThan(20);
});

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
