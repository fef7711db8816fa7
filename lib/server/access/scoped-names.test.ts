import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { Grant } from '../../contract/access/sessions';
import type { HolderAnswer, HoldersAnswer } from '../../contract/groups';
import type { Lock } from '../../contract/lock';
import { hostName } from '../../domain/holders/lock-holder';

const HOST = 'web-1.example.com';
const UUID = '0b54d3a9f3c14d0b8a3c5b6d7e8f9a0b';
/** Tokens that name who wrote them: the whole token, a part of it, and one that is drawn. */
const LOCKS = {
  'hand:lock': `${HOST}:4711`,
  resque_scheduler_master_lock: 'jobs-2:815',
  'app:main_instance_leader': 'main-n8n-0',
  'medallion:lock': `${HOST}_4712_${UUID}`,
} as const;
type Key = keyof typeof LOCKS;
const KEYS = Object.keys(LOCKS) as Key[];

let two: TwoTargets;
beforeAll(async () => {
  two = await twoTargets({ local: true });
  for (const key of KEYS) await two.own.set(key, LOCKS[key], 'PX', 600_000);
  await two.runtime.watched('own').collector.refresh(KEYS);
});
afterAll(() => two.close());

const may = (...rights: Grant['rights']): Grant[] => [{ rights, targets: ['own'], keys: ['*'] }];
const VIEW = may('view', 'preview', 'bulk');

async function holderOf(grants: Grant[], key: Key) {
  const text = await textAs(two.runtime, await two.tokenWith(grants), 'GET /api/locks/{id}', {
    id: `own.0.${key}`,
  });
  const { lock } = JSON.parse(text) as { lock: Lock };
  const [holder] = lock.holders;
  if (!holder) throw new Error(`${key} has no holder: ${text.slice(0, 300)}`);
  // As pages call it: by its label, else by its process.
  return { holder, text, name: holder.label ?? (holder.process && hostName(holder.process)) };
}

describe('who may only look', () => {
  test.each([
    ['hand:lock', `${HOST}:4711`, { host: HOST, pid: 4711 }],
    ['resque_scheduler_master_lock', 'jobs-2:815', { host: 'jobs-2', pid: 815 }],
    ['app:main_instance_leader', 'n8n-0', { host: 'n8n-0', pid: null }],
    ['medallion:lock', `${HOST}:4712`, { host: HOST, pid: 4712 }],
  ] as const)('sees who holds %s: %s', async (key, name, process) => {
    const viewed = await holderOf(VIEW, key);
    expect(viewed.name).toBe(name);
    expect(viewed.holder.process).toMatchObject(process);
    expect(viewed.holder.token.text).toMatch(/^masked-[0-9a-f]{8}$/);
    expect((await holderOf(may('release'), key)).holder.token.text).toBe(LOCKS[key]);
  });

  test('sees nothing of a token that is drawn, whatever else it names', async () => {
    const { text } = await holderOf(VIEW, 'medallion:lock');
    expect(text).not.toContain(UUID.slice(0, 8));
  });

  test('finds the locks of that process by the name that the list of holders has', async () => {
    const token = await two.tokenWith(VIEW);
    const list = JSON.parse(await textAs(two.runtime, token, 'GET /api/holders')) as HoldersAnswer;
    const ref = list.holders.find((each) => each.ref === `process:${HOST}:4711`)?.ref ?? '';
    const page = JSON.parse(
      await textAs(two.runtime, token, 'GET /api/holders/{id}', { id: ref }),
    ) as HolderAnswer;
    expect(page.locks.map(({ key }) => key.text)).toEqual(['hand:lock']);
  });
});
