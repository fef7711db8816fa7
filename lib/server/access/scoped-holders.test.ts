import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import type { BulkPlan } from '../../contract/bulk';
import type { EndpointKey } from '../../contract/endpoint-types';
import type { HolderAnswer, HoldersAnswer } from '../../contract/groups';
import type { Right } from '../../contract/rights';

/** Instances of clients whose locks are on one target, on two, and on two keys of one. */
const ON = { own: randomUUID(), both: randomUUID(), keys: randomUUID() };
const SOLO = randomUUID();
const LOCKS = {
  own: ['one:1', 'one:2', 'both:1', 'open:1', 'shut:1', 'shut:2'],
  other: ['both:2'],
} as const;
const instanceOf = (key: string) =>
  key.startsWith('one') ? ON.own : key.startsWith('both') ? ON.both : ON.keys;

let two: TwoTargets;

beforeAll(async () => {
  two = await twoTargets({ local: true });
  for (const target of ['own', 'other'] as const) {
    for (const [at, key] of LOCKS[target].entries())
      await two[target]
        .multi()
        .hset(key, `${instanceOf(key)}:${47 + at}`, 1)
        .pexpire(key, 600_000)
        .exec();
    await two[target].set('solo:lock', SOLO, 'PX', 600_000);
    await two.runtime.watched(target).collector.refresh([...LOCKS[target], 'solo:lock']);
  }
});
afterAll(() => two.close());

const grant = (rights: Right[], targets: string[], keys = ['*']): Grant => ({ rights, targets, keys });

async function ask<T>(grants: Grant[], key: EndpointKey, asked: object = {}) {
  const text = await textAs(two.runtime, await two.tokenWith(grants), key, asked);
  return { text, answer: JSON.parse(text) as T };
}

/** What the list of holders, the page of each and the plan to release its locks say. */
async function seenBy(grants: Grant[]) {
  const list = await ask<HoldersAnswer>(grants, 'GET /api/holders');
  const found = new Map<string, { keys: string[]; plan: [string, string | null][]; texts: string }>();
  for (const { ref, count } of list.answer.holders) {
    const page = await ask<HolderAnswer>(grants, 'GET /api/holders/{id}', { id: ref });
    const plan = await ask<BulkPlan>(grants, 'POST /api/bulk/preview', { body: { holder: ref } });
    expect([ref, page.answer.ref, page.answer.locks.length]).toEqual([ref, ref, count]);
    expect(page.answer.holder).not.toBeNull();
    found.set(ref, {
      keys: page.answer.locks.map(({ key }) => key.text).sort(),
      plan: (plan.answer.items ?? []).map(({ id, why }) => [id, why?.code ?? null]),
      texts: list.text + page.text,
    });
  }
  return found;
}

describe('the holders of somebody who may act on a part', () => {
  test('lead to their locks, and to the plan that releases them', async () => {
    const seen = await seenBy([grant(['release', 'bulk'], ['own'])]);
    expect([...seen.keys()].sort()).toEqual(
      [...Object.values(ON).map((each) => `instance:${each}`), `token:${SOLO}`].sort(),
    );
    expect(seen.get(`instance:${ON.own}`)?.keys).toEqual(['one:1', 'one:2']);
    expect(seen.get(`instance:${ON.own}`)?.plan.map(([, why]) => why)).toEqual([null, null]);
    expect(seen.get(`token:${SOLO}`)?.plan).toEqual([['own.0.solo:lock', null]]);
  });

  test('are one holder where it has locks on a target whose tokens are hidden, without its name', async () => {
    const seen = await seenBy([grant(['release', 'bulk'], ['own']), grant(['preview'], ['other'])]);
    const [ref = '', both] = [...seen].find(([, { keys }]) => keys.includes('both:1')) ?? [];
    expect(ref).toMatch(/^instance:masked-[0-9a-f]{8}$/);
    expect(both?.keys).toEqual(['both:1', 'both:2']);
    for (const { texts } of seen.values()) expect(texts).not.toContain(ON.both);
    expect(both?.plan).toEqual(
      expect.arrayContaining([
        ['own.0.both:1', null],
        ['other.0.both:2', 'denied'],
      ]),
    );
    expect(seen.get(`instance:${ON.own}`)?.keys).toEqual(['one:1', 'one:2']);
    expect(seen.get(`token:${SOLO}`)?.plan).toEqual([['own.0.solo:lock', null]]);
  });

  test('are found by the name that one of their locks shows, and by no other', async () => {
    const keysBy = async (grants: Grant[]) => {
      const id = `instance:${ON.both}`;
      const { answer } = await ask<HolderAnswer>(grants, 'GET /api/holders/{id}', { id });
      return answer.locks.map(({ key }) => key.text).sort();
    };
    expect(await keysBy([grant(['release'], ['own']), grant(['view'], ['other'])])).toEqual([
      ...['both:1', 'both:2'],
    ]);
    expect(await keysBy([grant(['view'], ['own', 'other'])])).toEqual([]);
  });

  test('are one holder where the tokens of some of its keys are hidden', async () => {
    const seen = await seenBy([
      grant(['view'], ['own']),
      grant(['release', 'bulk'], ['own'], ['o*', 'both:*']),
    ]);
    const [ref = '', keys] = [...seen].find(([, each]) => each.keys.includes('shut:1')) ?? [];
    expect(ref).toMatch(/^instance:masked-/);
    expect(keys?.keys).toEqual(['open:1', 'shut:1', 'shut:2']);
    for (const { texts } of seen.values()) expect(texts).not.toContain(ON.keys);
    expect(seen.has(`instance:${ON.both}`)).toBe(true);
  });

  test('of a viewer have no name at all', async () => {
    const seen = await seenBy([grant(['preview'], ['own', 'other'])]);
    expect([...seen.values()].map(({ keys }) => keys.length).sort()).toEqual([2, 2, 3]);
    for (const name of [...Object.values(ON), SOLO])
      for (const { texts } of seen.values()) expect(texts).not.toContain(name);
  });
});
