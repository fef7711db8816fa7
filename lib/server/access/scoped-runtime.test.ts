import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asked, textAs } from '../../../e2e/support/ask-as';
import { until } from '../../../e2e/support/redis-server';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';
import { LiveMessage } from '../../contract/stream';
import { answered } from '../http/answered';
import { scopedRuntime } from './scoped-runtime';

const PASSWORDS = { local: true };
/** Stands in every key of the other target, and in nothing else. */
const MARK = 'elsewhere';
/** Tokens of the holders of `own`, of several libraries. */
const TOKENS = {
  uuid: randomUUID(),
  hex: '5f'.repeat(16),
  redisson: `${randomUUID()}:47`,
  /** Not drawn: one in some hundred of this length reads as text, and its key as no lock. */
  short: 'Zk3q9-Xw_7LpB2vT',
};
const ANYWHERE = ['*'];
const VIEW_OWN: Grant[] = [{ rights: ['view'], targets: ['own'], keys: ANYWHERE }];

let two: TwoTargets;

beforeAll(async () => {
  two = await twoTargets(PASSWORDS);
  const { own, other, runtime } = two;
  await own.set('order:1:lock', TOKENS.uuid, 'PX', 600_000);
  await own.set('payout:1:lock', TOKENS.hex, 'PX', 600_000);
  await own.set('payout:2:lock', TOKENS.short, 'PX', 600_000);
  await own.multi().hset('report:lock', TOKENS.redisson, 1).pexpire('report:lock', 600_000).exec();
  await other.set(`${MARK}:1:lock`, randomUUID(), 'PX', 600_000);
  await other.set(`${MARK}:2:lock`, '1');
  const keys = {
    own: ['order:1:lock', 'payout:1:lock', 'payout:2:lock', 'report:lock'],
    other: [`${MARK}:1:lock`, `${MARK}:2:lock`],
  };
  for (const [name, known] of Object.entries(keys)) await runtime.watched(name).collector.refresh(known);
  await until('the history has them', async () => {
    const { locks } = JSON.parse(
      await textOf(
        'GET /api/history/moment',
        await two.tokenWith([{ rights: ['admin'], targets: ANYWHERE, keys: ANYWHERE }]),
        { query: { at: String(Date.now()) } },
      ),
    );
    return locks.length >= 6;
  });
});
afterAll(() => two.close());

const textOf = (key: EndpointKey, token: string, asked?: Asked) => textAs(two.runtime, token, key, asked);

/** Every answer that has locks, holders or tokens in it, of everything and of one lock. */
async function everything(token: string, lock: string): Promise<Map<string, string>> {
  const at = String(Date.now());
  const queries: Partial<Record<EndpointKey, object>> = {
    'GET /api/search': { q: 'lock' },
    'GET /api/history/what-if': { lock },
    'GET /api/history/moment': { at, graph: '1' },
    'GET /api/history/moment/{id}': { at },
  };
  const found = new Map<string, string>();
  const open: EndpointKey[] = [
    'GET /api/events',
    'GET /metrics',
    'GET /api/config-schema',
    'GET /api/openapi.json',
  ];
  for (const key of (Object.keys(ENDPOINTS) as EndpointKey[]).filter((each) => each.startsWith('GET /api'))) {
    if (open.includes(key) || ENDPOINTS[key].right === 'peer') continue;
    const id = key.includes('{id}') ? lock : '';
    found.set(key, await textOf(key, token, { id, query: queries[key] ?? {} }));
    if ('file' in ENDPOINTS[key])
      found.set(
        `${key} as a file`,
        await textOf(key, token, { id, query: { format: key.includes('handover') ? 'md' : 'csv' } }),
      );
    if (/^GET \/api\/history\/(?!moment|status|families)/.test(key))
      found.set(`${key} of the lock`, await textOf(key, token, { query: { lock } }));
  }
  return found;
}

test('somebody with one target sees nothing of another: no name, count or token, in no answer', async () => {
  const token = await two.tokenWith([
    ...VIEW_OWN,
    { rights: ['audit', 'release'], targets: ['own'], keys: ANYWHERE },
  ]);
  for (const lock of ['own.0.order:1:lock', `other.0.${MARK}:1:lock`])
    for (const [key, text] of await everything(token, lock)) {
      const said = text.replaceAll(`other.0.${MARK}:1:lock`, ''); // what was asked for may be said back
      expect([key, said.includes(MARK), said.includes('"other"')]).toEqual([key, false, false]);
    }
  const list = JSON.parse(await textOf('GET /api/locks', token));
  expect([list.total, list.matched, list.locks.length]).toEqual([4, 4, 4]);
  const overview = JSON.parse(await textOf('GET /api/overview', token));
  expect([overview.tally.locks, overview.tally.nodes]).toEqual([4, 1]);
  expect(Object.keys(JSON.parse(await textOf('GET /api/nodes', token)).tallies)).toEqual(['own']);
  expect(JSON.parse(await textOf('GET /api/search', token, { query: { q: MARK } })).locks).toEqual([]);
  const page = JSON.parse(await textOf('GET /api/locks', token, { query: { limit: 2 } }));
  const next = JSON.parse(
    await textOf('GET /api/locks', token, { query: { limit: 2, cursor: page.nextCursor } }),
  );
  expect([...page.locks, ...next.locks].map(({ target }) => target)).toEqual(['own', 'own', 'own', 'own']);
});

test('somebody with some keys sees those, and no figure of a whole target', async () => {
  const token = await two.tokenWith([{ rights: ['view'], targets: ['own'], keys: ['payout:*'] }]);
  const list = JSON.parse(await textOf('GET /api/locks', token));
  expect([list.total, list.locks.map(({ key }: { key: { text: string } }) => key.text).sort()]).toEqual([
    2,
    ['payout:1:lock', 'payout:2:lock'],
  ]);
  for (const [key, text] of await everything(token, 'own.0.payout:1:lock'))
    expect([key, text.includes('order:1'), text.includes('report:lock')]).toEqual([key, false, false]);
  expect(await textOf('GET /api/locks/{id}', token, { id: 'own.0.order:1:lock' })).toContain('not-found');
  expect(await textOf('GET /api/history/series', token, { query: { target: 'own' } })).toContain('denied');
});

test('a pure viewer is shown no token, in no answer and no text; whoever may release is', async () => {
  const viewer = await two.tokenWith([
    { rights: ['view', 'audit', 'annotate'], targets: ANYWHERE, keys: ANYWHERE },
  ]);
  const releaser = await two.tokenWith([{ rights: ['release'], targets: ['own'], keys: ['order:*'] }]);
  for (const lock of ['order:1:lock', 'payout:1:lock', 'payout:2:lock', 'report:lock'])
    for (const [key, text] of await everything(viewer, `own.0.${lock}`))
      for (const [library, token] of Object.entries(TOKENS))
        expect([key, lock, library, text.includes(token)]).toEqual([key, lock, library, false]);
  expect(await textOf('GET /api/locks/{id}', releaser, { id: 'own.0.order:1:lock' })).toContain(TOKENS.uuid);
  const start = TOKENS.uuid.slice(0, 6);
  expect(JSON.parse(await textOf('GET /api/search', viewer, { query: { q: start } })).locks).toEqual([]);
  expect(
    JSON.parse(await textOf('GET /api/locks', viewer, { query: { q: `holder:${start}` } })).locks,
  ).toEqual([]);
});

test('the stream of somebody with one target has its changes in order, and nothing of another under load', async () => {
  const token = await two.tokenWith(VIEW_OWN);
  const leave = new AbortController();
  const request = new Request('http://console/api/events', {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  const response = await answered(two.runtime, 'GET /api/events', request, '');
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      text += new TextDecoder().decode(chunk);
  })().catch(() => {}); // it ends by being left
  const secret = randomUUID();
  let last = '';
  for (let round = 0; round < 150; round++) {
    last = `order:${round}:run`;
    await two.other.set(`${MARK}:${round}:lock`, secret, 'PX', 60_000);
    await two.own.set(`${last}:lock`, secret, 'PX', 60_000);
  }
  await until('the last change has come', () => text.includes(last));
  await until('a status has come', () => text.includes('event: status'));
  leave.abort();
  await reading;
  const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) =>
    LiveMessage.parse(JSON.parse(data)),
  );
  const versions = messages.map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, at) => (versions[0] ?? 0) + at));
  expect([text.includes(MARK), text.includes('"other"'), text.includes(secret)]).toEqual([
    false,
    false,
    false,
  ]);
  for (const message of messages)
    if (message.type === 'status') expect(Object.keys(message.tallies)).toEqual(['own']);
});

test('an id of the whole stream opens no gap in that of a part', async () => {
  const token = await two.tokenWith(VIEW_OWN);
  const leave = new AbortController();
  const request = new Request(`http://console/api/events?lastEventId=${two.runtime.live.version()}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  const response = await answered(two.runtime, 'GET /api/events', request, '');
  const reader = response.body?.getReader();
  let text = '';
  await until('it is to fetch anew', async () => {
    text += new TextDecoder().decode((await reader?.read())?.value);
    return text.includes('event: resync');
  });
  leave.abort();
  expect(text).not.toContain(MARK);
});

test('however many see the console each in their own way, the stream of those who see everything goes on', () => {
  const { runtime } = two;
  const end = vi.fn();
  const leave = runtime.live.subscribe({ send: () => {}, end }, null);
  leave();
  for (let nth = 0; nth < 200; nth++)
    scopedRuntime(runtime, [
      { rights: ['view', 'release'], targets: ANYWHERE, keys: ANYWHERE },
      { rights: ['silence'], targets: [`target-${nth}`], keys: ANYWHERE },
    ]);
  const again = runtime.live.subscribe({ send: () => {}, end }, null);
  again();
  expect(end).not.toHaveBeenCalled();
});

describe('what is not shown cannot be asked for either', () => {
  const viewer = () => two.tokenWith([{ rights: ['view', 'audit'], targets: ANYWHERE, keys: ANYWHERE }]);
  const start = TOKENS.hex.slice(0, 8);

  test('by the filter of the past, or by a holder that is named by its token', async () => {
    const token = await viewer();
    const query = { at: String(Date.now()), q: `holder:${start}` };
    expect(JSON.parse(await textOf('GET /api/history/moment', token, { query })).matched).toBe(0);
    const holder = `token:${TOKENS.hex}`;
    expect(await textOf('GET /api/history/timeline', token, { query: { holder } })).toContain('denied');
  });

  test('by the audit, its search or its files', async () => {
    await two.runtime.history.appendAudit({
      ...{ atMs: Date.now(), actor: 'mk', action: 'extend', target: 'own', lockId: 'own.0.payout:1:lock' },
      ...{ key: 'payout:1:lock', holder: TOKENS.hex, reason: 'test', outcome: 'extended', details: {} },
    });
    const token = await viewer();
    const kinds: Asked[] = [{}, ...['json', 'csv', 'jsonl', 'ocsf'].map((format) => ({ query: { format } }))];
    for (const asked of kinds)
      expect(await textOf('GET /api/audit/export', token, asked)).not.toContain(start);
    expect(await textOf('GET /api/audit', token)).toContain('payout:1:lock');
    expect(JSON.parse(await textOf('GET /api/audit', token, { query: { q: start } })).entries).toEqual([]);
  });

  test('by what a token is made of, or by a digest of it', async () => {
    const token = await viewer();
    const [instance = ''] = TOKENS.redisson.split(':');
    for (const [key, text] of await everything(token, 'own.0.report:lock'))
      for (const part of [instance, createHash('sha256').update(TOKENS.redisson).digest('hex').slice(0, 8)])
        expect([key, text.includes(part)]).toEqual([key, false]);
  });

  test('by a handover: what people did is for who may read it, and what is of no target for who may read all', async () => {
    await two.runtime.history.appendAudit({
      ...{ atMs: Date.now(), actor: 'secret-name', action: 'sign-in', target: '', lockId: null, key: '' },
      ...{ holder: null, reason: '', outcome: 'refused', details: {} },
    });
    const some = await two.tokenWith([{ rights: ['view', 'audit'], targets: ['own'], keys: ['payout:*'] }]);
    const auditor = await two.tokenWith([{ rights: ['view', 'audit'], targets: ['own'], keys: ANYWHERE }]);
    for (const asked of [{}, { query: { target: 'own' } }, { query: { lock: 'own.0.payout:1:lock' } }])
      for (const token of [some, auditor])
        expect(await textOf('GET /api/history/handover', token, asked)).not.toContain('secret-name');
    expect(JSON.parse(await textOf('GET /api/history/handover', some)).code).toBe('denied');
  });

  test('by figures of a whole target: its servers, its horizon and its notes', async () => {
    const some = await two.tokenWith([{ rights: ['view'], targets: ['own'], keys: ['payout:*'] }]);
    const { nodes } = JSON.parse(await textOf('GET /api/nodes', some));
    expect(nodes).toMatchObject([{ held: 2, keys: null, waiting: null, findings: [] }]);
    const lock = 'own.0.payout:1:lock';
    expect(await textOf('GET /api/history/horizon', some, { query: { lock } })).toContain('denied');
    await two.runtime.archive.addMark({
      ...{ at_ms: Date.now() - 1, until_ms: null, kind: 'note', title: 'of all of it', text: '' },
      ...{ url: null, target: 'own', actor: 'mk' },
    });
    expect(await textOf('GET /api/history/marks', some, { query: { lock } })).not.toContain('of all of it');
    expect(
      JSON.parse(await textOf('GET /api/history/timeline', some, { query: { lock } })).spans,
    ).toHaveLength(1);
  });
});
