import { afterAll, beforeAll, expect, test } from 'vitest';
import { fairCircle } from '../../../e2e/support/fair-circle';
import { until } from '../../../e2e/support/redis-server';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import type { WaitGraph } from '../../contract/graph';
import type { LockDetail } from '../../contract/locks';
import { answered } from '../http/answered';

const [A, B] = ['ledger:lock', 'payout:lock'];
const EVERY = ['*'];
let two: TwoTargets;
let circle: Awaited<ReturnType<typeof fairCircle>>;

beforeAll(async () => {
  two = await twoTargets({ local: true });
  circle = await fairCircle(two.own, [A, B]);
  const inDeadlock = () =>
    two.runtime.locks('own').filter(({ findings }) => findings.some(({ code }) => code === 'deadlock'));
  await until('both have the finding', () => inDeadlock().length === 2, 30_000);
});
afterAll(async () => {
  circle.close();
  await two.close();
});

async function ask<T>(grants: Grant[], path: string, id = ''): Promise<T> {
  const token = await two.tokenWith(grants);
  const key = id === '' ? (`GET ${path}` as 'GET /api/graph') : 'GET /api/locks/{id}';
  const headers = { authorization: `Bearer ${token}` };
  return (await (
    await answered(two.runtime, key, new Request(`http://console${path}`, { headers }), id)
  ).json()) as T;
}

/** The lines of the cycle on the page of a lock: `waiter > key > holder`. */
async function linesOf(grants: Grant[], key: string): Promise<string[]> {
  const id = `own.0.${key}`;
  const { lock } = await ask<LockDetail>(grants, `/api/locks/${id}`, id);
  const deadlock = lock?.findings.find(({ code }) => code === 'deadlock');
  return (deadlock?.evidence ?? []).map(
    ({ values: { waiter, key: of, holder } }) => `${waiter} > ${of} > ${holder}`,
  );
}

const graphOf = (grants: Grant[]) => ask<WaitGraph>(grants, '/api/graph');
const view = (keys: string[]): Grant => ({ rights: ['view'], targets: ['own'], keys });
const release = (keys: string[]): Grant => ({ rights: ['release'], targets: ['own'], keys });

test('whoever may view both locks has every line, and the graph its cycle, with the same pseudonyms and no token', async () => {
  const lines = await linesOf([view(EVERY)], A);
  const names = [...new Set(lines.flatMap((line) => line.match(/masked-[0-9a-f]{8}/g) ?? []))];
  expect(names).toHaveLength(2);
  const [waiter, , holder] = lines[0]?.split(' > ') ?? [];
  expect(lines).toEqual([`${waiter} > ${A} > ${holder}`, `${holder} > ${B} > ${waiter}`]);
  const graph = await graphOf([view(EVERY)]);
  expect(graph.cycles).toMatchObject([{ certain: true }]);
  expect(new Set(graph.cycles[0]?.parties)).toEqual(new Set(names.map((name) => `token:${name}`)));
  expect(graph.parties.map(({ hasPage }) => hasPage)).toEqual([false, false]);
  const refs = new Set(graph.parties.map(({ ref }) => ref));
  for (const { party } of [...graph.holds, ...graph.waits]) expect(refs).toContain(party);
  for (const token of circle.tokens) expect(JSON.stringify([lines, graph])).not.toContain(token);
  for (const token of circle.tokens)
    expect(JSON.stringify([lines, graph])).not.toContain(token.split(':')[0]);
});

test('the page of a lock has for a viewer all that is known of the hold', async () => {
  const pageOf = async (grants: Grant[]) => {
    const { lock } = await ask<LockDetail>(grants, `/api/locks/own.0.${A}`, `own.0.${A}`);
    return [
      lock?.state,
      lock?.reason.code,
      lock?.holders[0]?.since?.atMs,
      lock?.findings.map(({ code }) => code),
    ];
  };
  const all = await pageOf([{ rights: ['release'], targets: EVERY, keys: EVERY }]);
  expect(all).toEqual(['at-risk', 'deadlock', expect.any(Number), ['deadlock']]);
  expect(await pageOf([view(EVERY)])).toEqual(all);
});

test('whoever may release both has the tokens', async () => {
  const [one, other] = circle.tokens;
  const grants: Grant[] = [{ rights: ['release'], targets: EVERY, keys: EVERY }];
  expect(await linesOf(grants, A)).toEqual([`${other} > ${A} > ${one}`, `${one} > ${B} > ${other}`]);
  expect((await graphOf(grants)).cycles[0]?.certain).toBe(true);
});

test('whoever may release one of them learns no token of the other one, and finds the cycle all the same', async () => {
  const grants = [view(EVERY), release([A])];
  expect(await linesOf(grants, A)).toHaveLength(2);
  for (const key of [A, B])
    for (const token of circle.tokens) expect((await linesOf(grants, key)).join()).not.toContain(token);
  const graph = await graphOf(grants);
  expect(graph.cycles).toHaveLength(1);
  const refs = new Set(graph.parties.map(({ ref }) => ref));
  for (const { party } of [...graph.holds, ...graph.waits]) expect(refs).toContain(party);
  for (const token of circle.tokens) expect(JSON.stringify(graph)).not.toContain(token);
});

test('whoever sees one of them has the line of it alone, and nothing that names the other', async () => {
  expect(await linesOf([view([A])], A)).toEqual([
    expect.stringMatching(`^masked-\\w+ > ${A} > masked-\\w+$`),
  ]);
  const graph = await graphOf([view([A])]);
  expect(graph.cycles).toEqual([]);
  expect(JSON.stringify(graph)).not.toContain(B);
  expect(await linesOf([release([A])], A)).toEqual([
    expect.stringMatching(`^masked-\\w+ > ${A} > masked-\\w+$`),
  ]);
  expect(await graphOf([{ rights: ['view'], targets: ['other'], keys: EVERY }])).toMatchObject({
    parties: [],
    locks: [],
    cycles: [],
  });
});
