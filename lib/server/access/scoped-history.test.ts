import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';

let two: TwoTargets;

beforeAll(async () => {
  two = await twoTargets({ local: true });
});
afterAll(() => two.close());

/** Every question about a range or a moment of the past that may be asked of all targets. */
const OF_ALL = (Object.keys(ENDPOINTS) as EndpointKey[]).filter(
  (key) =>
    (key.startsWith('GET /api/history/') || key === 'GET /api/insights') &&
    !key.endsWith('status') &&
    !key.includes('{id}'),
);

/** A replay is of a lock or of a family. */
const of = (key: string) => (key.endsWith('what-if') ? { family: 'payout:*' } : {});

test('without a target the past is refused to whoever may view no target as a whole, as with one', async () => {
  const token = await two.tokenWith([{ rights: ['view'], targets: ['own'], keys: ['payout:*'] }]);
  const at = String(Date.now());
  expect(OF_ALL.length).toBeGreaterThan(7);
  for (const key of OF_ALL)
    for (const target of [{}, { target: 'own' }]) {
      const query = { ...target, ...of(key), ...(key.endsWith('moment') && { at }) };
      const answer = JSON.parse(await textAs(two.runtime, token, key, { query }));
      expect([key, target, answer.code, answer.details]).toMatchObject([
        ...[key, target, 'denied', { right: 'view' }],
      ]);
    }
});

test('with one target as a whole the past is of that one, whatever else is seen in part', async () => {
  const token = await two.tokenWith([
    { rights: ['view'], targets: ['own'], keys: ['*'] },
    { rights: ['view'], targets: ['other'], keys: ['payout:*'] },
  ]);
  for (const key of OF_ALL) {
    const query = key.endsWith('moment') ? { at: String(Date.now()) } : of(key);
    const text = await textAs(two.runtime, token, key, { query });
    expect([key, JSON.parse(text).code, text.includes('"other"')]).toEqual([key, undefined, false]);
  }
});

test('how many locks were held is not known of a moment in which nothing was watched', async () => {
  const token = await two.tokenWith([{ rights: ['view'], targets: ['*'], keys: ['*'] }]);
  const query = { at: String(Date.now() - 86_400_000) };
  const { counts } = JSON.parse(await textAs(two.runtime, token, 'GET /api/history/moment', { query }));
  expect(counts).toMatchObject({ held: null, waiting: null });
});
