import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { textAs } from '../../e2e/support/ask-as';
import { type TwoTargets, twoTargets } from '../../e2e/support/two-targets';
import { annotate } from '../actions/annotations';
import type { Grant } from '../contract/access/sessions';
import { PEER } from '../server/front/peer';
import { answered } from '../server/http/answered';

const MOST = 60;
const alone = await fileRuntime();
let two: TwoTargets;
beforeAll(async () => {
  two = await twoTargets({ local: true });
});
afterAll(() => two.close());

const query = { target: 'own', family: 'order:*:lock' };
const view: Grant[] = [{ rights: ['view'], targets: ['*'], keys: ['*'] }];

test('replays are bounded by account, whichever token asks, and other accounts and changes go on', async () => {
  const ask = (token: string) => textAs(two.runtime, token, 'GET /api/history/what-if', { query });
  const { accounts } = two.runtime.access;
  const expiresMs = Date.now() + 3_600_000;
  const tokenOf = async (account: string) =>
    (await accounts.addToken({ name: 'bot', account, grants: view, expiresMs })).token;
  const [one, same, other] = [await tokenOf('ann'), await tokenOf('ann'), await tokenOf('bob')];
  const answers = await Promise.all(Array.from({ length: MOST }, (_, nth) => ask(nth % 2 ? one : same)));
  expect(answers.filter((text) => JSON.parse(text).silent === undefined)).toEqual([]);
  for (const token of [one, same])
    expect(JSON.parse(await ask(token))).toMatchObject({
      ...{ code: 'rate-limited', details: { retryAfterSeconds: expect.any(Number) } },
    });
  expect(JSON.parse(await ask(other))).toHaveProperty('silent');
  const caller = {
    ...callerAt('10.0.0.1'),
    by: { ...callerAt('10.0.0.1').by, account: 'ann', via: 'token' as const },
  };
  await annotate(two.runtime, { kind: 'note', title: 'seen' }, caller);
});

test('where nobody signs in they are bounded by address', async () => {
  const path = `http://console/api/history/what-if?target=test&family=order:*:lock`;
  const from = (peer: string) =>
    answered(alone.runtime, 'GET /api/history/what-if', new Request(path, { headers: { [PEER]: peer } }), '');
  await Promise.all(Array.from({ length: MOST }, () => from('10.0.0.1')));
  await expect(from('10.0.0.1')).rejects.toMatchObject({ code: 'rate-limited' });
  expect((await from('10.0.0.2')).status).toBe(200);
});
