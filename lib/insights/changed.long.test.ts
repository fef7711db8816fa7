import { expect, test } from 'vitest';
import { DAY_START_MS, writeHours } from '../../e2e/support/changing-days';
import { closing } from '../../e2e/support/closing';
import type { Insight } from '../contract/insights';
import type { Archive } from '../history/archive/archive-types';
import { openArchive } from '../history/archive/open-archive';
import { changed } from './changed';

const { opened } = closing();
const HOUR_MS = 3_600_000;
const SEEDS = Array.from({ length: Number(process.env.LOCKSCOPE_RUNS ?? 20) }, (_, i) => i + 1);

async function deploy(archive: Archive, atMs: number, title: string): Promise<void> {
  const mark = {
    at_ms: Math.round(atMs),
    until_ms: null,
    kind: 'deploy',
    title,
    text: '',
    url: null,
    target: null,
  } as const;
  await archive.addMark({ ...mark, actor: 'ci' });
}

async function found(archive: Archive, fromMs: number, toMs: number): Promise<Insight[]> {
  const scope = { target: null, family: null, lock: null };
  const facts = await changed.read(archive.db, { scope, fromMs, toMs, nowMs: toMs });
  return facts.flatMap((each) => changed.detect(each) ?? []);
}

test.each(SEEDS)(
  'holds that take 1.5 times as long since a deployment are found, in one of three families (seed %i)',
  async (seed) => {
    const archive = opened(openArchive({ url: 'memory:' }));
    const deployMs = 2.5 * HOUR_MS;
    await writeHours(archive, seed, { fromHour: 9, hours: 4, week: seed % 4 === 0 }, (atMs) =>
      atMs >= deployMs ? 1.5 : 1,
    );
    const startMs = DAY_START_MS + 9 * HOUR_MS;
    await deploy(archive, startMs + deployMs, 'v2');
    const insights = await found(archive, startMs + 3 * HOUR_MS, startMs + 4 * HOUR_MS);
    const ofDeploy = insights.filter(({ values }) => values.since === 'deploy');
    expect(ofDeploy.map(({ family, values }) => [family, values.measure])).toEqual([['order:*', 'hold']]);
    expect(Math.abs(Number(ofDeploy[0]?.values.times) / 1.5 - 1)).toBeLessThan(0.2);
    // The same hour of last week had none of it.
    expect(insights.filter(({ family }) => family !== 'order:*')).toEqual([]);
  },
);

test.each(SEEDS)('a deployment that changes nothing raises nothing (seed %i)', async (seed) => {
  const archive = opened(openArchive({ url: 'memory:' }));
  await writeHours(archive, seed, { fromHour: 5, hours: 4, week: seed % 4 === 0 });
  const startMs = DAY_START_MS + 5 * HOUR_MS;
  await deploy(archive, startMs + 2.5 * HOUR_MS, 'v2');
  expect(await found(archive, startMs + 3 * HOUR_MS, startMs + 4 * HOUR_MS)).toEqual([]);
});

test('a healthy day with a rhythm, and a deployment each hour or two, raises nothing in any hour', async () => {
  const archive = opened(openArchive({ url: 'memory:' }));
  await writeHours(archive, 1, { fromHour: 0, hours: 24 });
  for (let hour = 1; hour < 24; hour += hour < 12 ? 2 : 3)
    await deploy(archive, DAY_START_MS + hour * HOUR_MS + 5 * 60_000, `v${hour}`);
  for (let hour = 1; hour <= 24; hour++) {
    const endMs = DAY_START_MS + hour * HOUR_MS;
    expect(await found(archive, endMs - HOUR_MS, endMs), `hour ${hour}`).toEqual([]);
  }
});
