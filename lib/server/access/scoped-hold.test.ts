import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { knownAsOne } from '../../../e2e/support/known-as-one';
import { until } from '../../../e2e/support/redis-server';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import { ActionResult, Preview } from '../../contract/actions';
import { AuditAnswer } from '../../contract/audit';
import { BulkLine, BulkPlan } from '../../contract/bulk';
import type { Right } from '../../contract/rights';
import { toRun } from '../../domain/actions/bulk';
import { consequencesFor } from '../../domain/actions/hold-choice';

/** Releases of a part of a hold by somebody who is not shown all of its keys. */

const RIGHTS: Right[] = ['view', 'preview', 'release', 'bulk', 'audit'];
const grant = (keys: string[], rights = RIGHTS): Grant => ({ rights, targets: ['own'], keys });
const idOf = (key: string) => `own.0.${key}`;

let two: TwoTargets;
beforeAll(async () => {
  two = await twoTargets({ local: true }, { patterns: ['pay:*', 'lk:*'] });
  await until('the target is watched', () => two.runtime.nodes('own').some(({ state }) => state === 'live'));
});
afterAll(() => two.close());

/** Both keys in one moment with one token, known to be of one hold. */
async function taken(name: string): Promise<{ pay: string; other: string }> {
  return knownAsOne(two.runtime, () => take(name, 600_000));
}

/** The same, the second key with a lease of this time. */
async function take(name: string, leaseMs: number) {
  const [pay, other, token] = [`pay:${name}`, `lk:${name}`, randomBytes(20).toString('hex')];
  await two.own
    .multi()
    .del(pay, other)
    .set(pay, token, 'PX', 600_000)
    .set(other, token, 'PX', leaseMs)
    .exec();
  return { pay, other, ids: [idOf(pay), idOf(other)] as const };
}

async function previewed(caller: string, key: string) {
  const text = await textAs(two.runtime, caller, 'POST /api/locks/{id}/preview', {
    ...{ id: idOf(key), body: { action: 'release' } },
  });
  return { text, preview: Preview.parse(JSON.parse(text)) };
}

/** Releases this key alone. */
async function released(caller: string, key: string) {
  const { preview } = await previewed(caller, key);
  const { seen, typedKey, requires } = preview;
  const although = requires.although && { although: requires.although };
  const text = await textAs(two.runtime, caller, 'POST /api/locks/{id}/release', {
    ...{ id: idOf(key), body: { seen, typedKey, reason: 'a test', ...although } },
  });
  return { text, result: ActionResult.parse(JSON.parse(text)) };
}

async function audited(caller: string, id: number) {
  const query = { limit: 100 };
  const text = await textAs(two.runtime, caller, 'GET /api/audit', { query });
  return AuditAnswer.parse(JSON.parse(text)).entries.find((entry) => entry.id === id);
}

test('a key of the hold that stays held is counted, whether or not it is shown', async () => {
  const all = await two.tokenWith([grant(['*'])]);
  const part = await two.tokenWith([grant(['pay:*'])]);
  const seen = await taken('h1');
  const whole = (await released(all, seen.pay)).result;
  expect(whole).toMatchObject({ outcome: 'partly-released', hold: { kept: [{ id: idOf(seen.other) }] } });

  const { pay, other } = await taken('h2');
  const before = await previewed(part, pay);
  expect(before.preview.hold).toEqual({ parts: [], more: 0, unseen: { surely: 1, perhaps: 0 } });
  expect(consequencesFor(before.preview, new Set())[0]).toEqual({
    ...{ code: 'hold-stays', happens: true, values: { count: 1 } },
  });
  const { text, result } = await released(part, pay);
  expect(result).toMatchObject({
    outcome: 'partly-released',
    hold: { keys: [{ id: idOf(pay), outcome: 'released' }], kept: [], unseen: { surely: 1, perhaps: 0 } },
  });
  expect(await two.own.exists(pay, other)).toBe(1);
  for (const reader of [all, part]) {
    const entry = await audited(reader, result.auditId);
    expect(entry).toMatchObject({
      outcome: 'partly-released',
      details: { hold: { kept: [], unseen: { surely: 1, perhaps: 0 } } },
    });
    expect(JSON.stringify(entry)).not.toContain('lk:');
  }
  expect(before.text + text).not.toContain('lk:');
});

test('a key that is shown without its token is counted as well', async () => {
  const part = await two.tokenWith([grant(['pay:*']), grant(['*'], ['view'])]);
  const { pay } = await taken('h3');
  const { text, result } = await released(part, pay);
  expect(result).toMatchObject({ outcome: 'partly-released', hold: { unseen: { surely: 1, perhaps: 0 } } });
  expect(text).not.toContain('lk:');
});

test('a key that may be another lock leaves the release whole, and is counted', async () => {
  const part = await two.tokenWith([grant(['pay:*'])]);
  const { pay, ids } = await take('h4', 300_000);
  const { collector } = two.runtime.watched('own');
  await until('both are known', () => ids.every((id) => collector.find(id)));
  expect((await released(part, pay)).result).toMatchObject({
    ...{ outcome: 'released', hold: { kept: [], unseen: { surely: 0, perhaps: 1 } } },
  });
});

test('of a hold of one key nothing is counted', async () => {
  const part = await two.tokenWith([grant(['pay:*'])]);
  const { pay, other } = await taken('h5');
  await two.own.del(other);
  await until('it is known to be free', () => two.runtime.locks('own').every(({ id }) => id !== idOf(other)));
  expect((await previewed(part, pay)).preview.hold).toBeUndefined();
  const { result } = await released(part, pay);
  expect([result.outcome, result.hold]).toEqual(['released', undefined]);
});

test('whoever is shown no token of a lock learns of no other key', async () => {
  const looks = await two.tokenWith([grant(['pay:*'], ['view', 'preview'])]);
  const { pay } = await taken('h6');
  expect((await previewed(looks, pay)).preview.hold).toBeUndefined();
});

/** Plans a run of one lock and runs it. */
async function runOf(caller: string, key: string) {
  const plan = BulkPlan.parse(
    JSON.parse(await textAs(two.runtime, caller, 'POST /api/bulk/preview', { body: { ids: [idOf(key)] } })),
  );
  const body = { ...toRun(plan, true), count: 1, reason: 'a test', scope: 'a test' };
  const text = await textAs(two.runtime, caller, 'POST /api/bulk/release', { body });
  const [line] = text
    .split('\n')
    .filter(Boolean)
    .map((each) => BulkLine.parse(JSON.parse(each)));
  return { plan, text, result: line && 'result' in line ? line.result : null };
}

test('a run says so too, and the audit of each of its locks', async () => {
  const all = await two.tokenWith([grant(['*'])]);
  const part = await two.tokenWith([grant(['pay:*'])]);
  const { pay, other } = await taken('h7');
  const { plan, text, result } = await runOf(part, pay);
  expect(plan).toMatchObject({ added: 0, items: [{ id: idOf(pay), why: null, unseen: 1 }] });
  expect(result).toMatchObject({ outcome: 'released', unseen: 1 });
  expect(await two.own.exists(pay, other)).toBe(1);
  expect(await audited(all, result?.auditId ?? 0)).toMatchObject({
    outcome: 'partly-released',
    details: { hold: { unseen: { surely: 1, perhaps: 0 } } },
  });
  expect(JSON.stringify(plan) + text).not.toContain('lk:');
});

test('a run counts a key that is shown and that its operator may not release in a run', async () => {
  const all = await two.tokenWith([grant(['*'])]);
  const part = await two.tokenWith([grant(['pay:*']), grant(['*'], ['view', 'release'])]);
  const { pay, other } = await taken('h8');
  const { plan, result } = await runOf(part, pay);
  expect(plan.items).toMatchObject([
    { id: idOf(pay), why: null, kept: 1 },
    { id: idOf(other), why: { code: 'denied' } },
  ]);
  expect(result).toMatchObject({ outcome: 'released', kept: 1 });
  expect(result?.unseen).toBeUndefined();
  expect(await audited(all, result?.auditId ?? 0)).toMatchObject({
    outcome: 'partly-released',
    details: { hold: { left: { held: 1 } } },
  });
});
