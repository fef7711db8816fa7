import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { until } from '../../../e2e/support/redis-server';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import type { EndpointKey } from '../../contract/endpoint-types';
import type { Right } from '../../contract/rights';

/** Kinds of tokens, each with texts that would give it away. */
const KINDS = {
  uuid: [randomUUID()],
  /** Shorter than what is replaced within other texts. */
  short: ['qZ~x7'],
  /** A shell writes it in another way. */
  quoted: ["it's 9 o'clock; $(x)", "9 o'\\''clock", 'clock; $(x)'],
  control: ['tok\u0001en-of-somebody', 'en-of-somebody'],
  long: ['jwQ'.repeat(200), 'jwQjwQ'],
} satisfies Record<string, [token: string, ...parts: string[]]>;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];
const keyOf = (name: string) => `${name}:lock`;
const idOf = (name: string) => `own.0.${keyOf(name)}`;

let two: TwoTargets;

beforeAll(async () => {
  two = await twoTargets({ local: true }, { patterns: ['*:lock'], xray: true });
  for (const name of NAMES) await two.own.set(keyOf(name), KINDS[name][0], 'PX', 600_000);
  await two.runtime.watched('own').collector.refresh(NAMES.map(keyOf));
  const admin = await two.tokenWith([{ rights: ['admin'], targets: ['*'], keys: ['*'] }]);
  await until('the history has them', async () => {
    const query = { target: 'own' };
    const text = await textAs(two.runtime, admin, 'GET /api/history/timeline', { query });
    return NAMES.every((name) => text.includes(idOf(name)));
  });
});
afterAll(() => two.close());

/** Texts of any of the tokens, or of the start of their digests, that stand in this one. */
function givenAway(text: string): string[] {
  const texts = NAMES.flatMap((name) => [KINDS[name][0], `token:${KINDS[name][0]}`]);
  const digests = texts.map((each) => createHash('sha256').update(each).digest('hex').slice(0, 8));
  const parts = NAMES.flatMap((name) => KINDS[name].map((part) => JSON.stringify(part).slice(1, -1)));
  return [...digests, ...parts].filter((part) => text.includes(part));
}

const grant = (rights: Right[], keys = ['*']): Grant => ({ rights, targets: ['own'], keys });

describe.each<Right>(['preview', 'bulk'])('whoever has %s without an act on a lock', (right) => {
  test.each(NAMES)('previews a lock with a %s token and sees neither token nor digest', async (name) => {
    const token = await two.tokenWith([grant([right])]);
    for (const action of ['release', 'extend', 'quarantine'] as const) {
      const text = await textAs(two.runtime, token, 'POST /api/locks/{id}/preview', {
        ...{ id: idOf(name), body: { action } },
      });
      expect([action, givenAway(text)]).toEqual([action, []]);
      expect(JSON.parse(text)).toMatchObject({ lock: { id: idOf(name) }, command: null });
    }
  });

  test('plans many locks and sees no token', async () => {
    const token = await two.tokenWith([grant([right])]);
    for (const body of [{ ids: NAMES.map(idOf) }, { q: 'lock' }])
      expect(givenAway(await textAs(two.runtime, token, 'POST /api/bulk/preview', { body }))).toEqual([]);
  });
});

test('whoever may act on one of the keys has the command for that key alone', async () => {
  const token = await two.tokenWith([grant(['preview']), grant(['extend'], ['uuid:*'])]);
  const commandOf = async (name: string) => {
    const text = await textAs(two.runtime, token, 'POST /api/locks/{id}/preview', {
      ...{ id: idOf(name), body: { action: 'release' } },
    });
    return JSON.parse(text).command as string | null;
  };
  expect(await commandOf('uuid')).toContain(`--if-holder ${KINDS.uuid[0]}`);
  expect(await commandOf('short')).toBeNull();
});

test('no answer about a lock has its token for whoever may look alone', async () => {
  const token = await two.tokenWith([grant(['view', 'preview', 'bulk', 'audit', 'annotate', 'silence'])]);
  const at = String(Date.now());
  const asked: [EndpointKey, (id: string) => object][] = [
    ['GET /api/locks/{id}', (id) => ({ id })],
    ['GET /api/locks', () => ({})],
    ['GET /api/holders', () => ({})],
    ['GET /api/graph', () => ({})],
    ['GET /api/findings', () => ({})],
    ['GET /api/search', () => ({ query: { q: 'lock' } })],
    ['GET /api/history/timeline', (id) => ({ query: { lock: id } })],
    ['GET /api/history/timeline', (id) => ({ query: { lock: id, format: 'csv' } })],
    ['GET /api/history/moment/{id}', (id) => ({ id, query: { at } })],
    ['GET /api/history/moment', () => ({ query: { at, graph: '1' } })],
    ['GET /api/history/ledger', (id) => ({ query: { lock: id } })],
    ['GET /api/history/handover', (id) => ({ query: { lock: id } })],
    ['GET /api/history/handover', (id) => ({ query: { lock: id, format: 'md' } })],
    ['GET /api/history/handover', (id) => ({ query: { lock: id, mask: 'holders' } })],
    ['GET /api/history/handover', (id) => ({ query: { lock: id, mask: 'holders', format: 'md' } })],
    ['GET /api/requests', () => ({})],
    ['GET /api/audit', () => ({})],
  ];
  for (const [key, of] of asked)
    for (const name of NAMES)
      expect([key, name, givenAway(await textAs(two.runtime, token, key, of(idOf(name))))]).toEqual([
        ...[key, name, []],
      ]);
});

test('no preview says whether a token that somebody guessed is that of the holder', async () => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const token = await two.tokenWith([grant(['preview']), grant(['release'], ['uuid:*'])]);
  const answerTo = async (name: keyof typeof KINDS, guess: string) => {
    const body = { action: 'release', tokenDigest: digestOf(guess) };
    const asked = { id: idOf(name), body };
    const answer = JSON.parse(await textAs(two.runtime, token, 'POST /api/locks/{id}/preview', asked));
    return answer.code ?? 'previewed';
  };
  for (const guess of [KINDS.short[0], 'another']) expect(await answerTo('short', guess)).toBe('denied');
  expect(await answerTo('uuid', KINDS.uuid[0])).toBe('previewed');
  expect(await answerTo('uuid', 'another')).toBe('not-held');
});
