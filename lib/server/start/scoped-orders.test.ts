import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { type Thread, takeNested } from '../../../e2e/support/taking-turns';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import type { LockDetail } from '../../contract/locks';
import { answered } from '../http/answered';

const [A, B] = ['ledger:lock', 'payout:lock'];
const TOKENS = ['8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', '9e4d4e54-14c1-4de9-9a77-9ccea99f9d69:48'];
const EVERY = ['*'];
let two: TwoTargets;

beforeAll(async () => {
  two = await twoTargets({ local: true });
  const threads = TOKENS.map((token): Thread => ({ redis: two.own, token }));
  for (let turn = 0; turn < 3; turn++) {
    for (const [i, thread] of threads.entries()) await takeNested(thread, i === 0 ? [A, B] : [B, A], 150);
  }
  for (const key of [A, B]) await two.own.hset(key, TOKENS[0] ?? '', 1);
  const crossed = () =>
    two.runtime.locks('own').filter(({ findings }) => findings.some(({ code }) => code === 'lock-order'));
  await until('both have the finding', () => crossed().length === 2, 60_000);
}, 120_000);
afterAll(() => two.close());

/** The lines of the finding on the page of a lock, with whether it is there. */
async function linesOf(grants: Grant[], key: string): Promise<{ found: boolean; lines: string[] }> {
  const id = `own.0.${key}`;
  const headers = { authorization: `Bearer ${await two.tokenWith(grants)}` };
  const request = new Request(`http://console/api/locks/${id}`, { headers });
  const { lock } = (await (
    await answered(two.runtime, 'GET /api/locks/{id}', request, id)
  ).json()) as LockDetail;
  const finding = lock?.findings.find(({ code }) => code === 'lock-order');
  const lines = (finding?.evidence ?? []).map(
    ({ values: { first, key: then, count, holder } }) => `${first} > ${then} ${count} ${holder}`,
  );
  return { found: finding !== undefined, lines };
}

const view = (keys: string[]): Grant => ({ rights: ['view'], targets: ['own'], keys });

test('whoever may release both locks has both orders with their tokens', async () => {
  const { lines } = await linesOf([{ rights: ['release'], targets: EVERY, keys: EVERY }], A);
  expect(lines).toEqual([`${A} > ${B} 3 ${TOKENS[0]}`, `${B} > ${A} 3 ${TOKENS[1]}`]);
});

test('whoever may view both has both orders and no token', async () => {
  const { lines } = await linesOf([view(EVERY)], A);
  expect(lines.map((line) => line.replace(/masked-[0-9a-f]{8}/, 'masked'))).toEqual([
    `${A} > ${B} 3 masked`,
    `${B} > ${A} 3 masked`,
  ]);
});

test('whoever may view one of them has the finding, and learns nothing of the other lock', async () => {
  expect(await linesOf([view([A])], A)).toEqual({ found: true, lines: [] });
});
