import { expect, test } from 'vitest';
import { DAY_START_MS, writeHours } from '../../../../e2e/support/changing-days';
import { closing } from '../../../../e2e/support/closing';
import { changed } from '../../../insights/changed';
import { openArchive } from '../../archive/open-archive';
import { changes } from './changes';

const { opened } = closing();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('blocks around a deployment are those of its hours, without its own, up to the next one and to what is over', async () => {
  const archive = opened(openArchive({ url: 'memory:' }));
  const startMs = DAY_START_MS + 9 * HOUR_MS;
  const deployMs = startMs + 2.5 * HOUR_MS + 3 * MINUTE_MS;
  await writeHours(archive, 3, { fromHour: 9, hours: 4, week: false }, (atMs) =>
    startMs + atMs >= deployMs ? 1.5 : 1,
  );
  const deploy = async (atMs: number, title: string, target: string | null) => {
    const mark = { at_ms: atMs, until_ms: null, kind: 'deploy', title, text: '', url: null, target } as const;
    await archive.addMark({ ...mark, actor: 'ci' });
  };
  await deploy(deployMs, 'v2', 'test');
  await deploy(deployMs + 48 * MINUTE_MS, 'v3', null);
  await deploy(deployMs + 5 * MINUTE_MS, 'of another', 'other');
  const scope = { target: 'test', family: null, lock: null };
  const nowMs = startMs + 4 * HOUR_MS - 3 * MINUTE_MS;
  const facts = await changes(archive.db, { scope, fromMs: nowMs - HOUR_MS, toMs: nowMs, nowMs });
  const order = facts.filter(({ family }) => family === 'order:*');
  expect(new Set(facts.map(({ tests }) => tests))).toEqual(new Set([9]));
  const minutes = (blocks: readonly { startMs: number }[] | null) =>
    blocks?.map((block) => (block.startMs - startMs) / MINUTE_MS);
  const [v2, v3, week] = order;
  expect([v2?.since, v3?.since, week?.since].map((since) => since?.kind)).toEqual([
    'deploy',
    'deploy',
    'week',
  ]);
  expect(minutes(v2?.before ?? null)).toEqual([90, 100, 110, 120, 130, 140]);
  expect(minutes(v2?.earlier ?? null)).toEqual([30, 40, 50, 60, 70, 80]);
  expect(minutes(v2?.after ?? null)).toEqual([160, 170, 180, 190]);
  expect(minutes(v3?.before ?? null)).toEqual([160, 170, 180, 190]);
  expect(minutes(v3?.after ?? null)).toEqual([210, 220]);
  expect(week?.before).toEqual([]);
  const insights = facts.flatMap((each) => changed.detect(each) ?? []);
  expect(insights.map(({ family, values }) => [family, values.deploy])).toEqual([['order:*', 'v2']]);

  const one = await changes(archive.db, {
    ...{ scope: { ...scope, family: 'stock:*:lock' }, fromMs: nowMs - HOUR_MS, toMs: nowMs, nowMs },
  });
  expect(new Set(one.map(({ family }) => family))).toEqual(new Set(['stock:*:lock']));
  const none = {
    scope: { ...scope, target: null, among: ['other'] },
    fromMs: nowMs - HOUR_MS,
    toMs: nowMs,
    nowMs,
  };
  expect(await changes(archive.db, none)).toEqual([]);
});
