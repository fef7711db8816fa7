import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { SimulatedLocks } from '../../../e2e/support/simulated-locks';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../archive/archive-types';
import { openArchive } from '../archive/open-archive';
import { createWriter, type WriterOptions } from './writer';

let folder: string;
let archive: Archive;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-writer-'));
  archive = openArchive({ url: join(folder, 'history.db') });
});
afterEach(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

/** Many short holds in order, now and then one that lapses, of ten locks, for so many seconds. */
function busy(seconds: number) {
  const run = new SimulatedLocks();
  for (let i = 0; i < seconds * 10; i++) {
    const lock = i % 10;
    const lapses = i % 50 === 0;
    run.run([
      { do: 'acquire', lock, leaseMs: lapses ? 50 : 30_000 },
      { do: 'pass', ms: 100 },
    ]);
    run.run([{ do: 'release', lock }]);
  }
  run.pass(20_000 - (run.nowMs % 10_000));
  return run;
}

function writerOn(write: Archive['write'], change: Partial<WriterOptions> = {}) {
  const lines: string[] = [];
  const log = (message: string) => void lines.push(message);
  const writer = createWriter({ archive: { write }, log, retryMs: { first: 1, most: 5 }, ...change });
  return { writer, lines };
}

async function figures() {
  const { fn } = archive.db;
  const sums = await archive.db
    .selectFrom('rollups')
    .innerJoin('subjects', 'subjects.id', 'rollups.subject')
    .where('tier_ms', '=', 10_000)
    .groupBy('kind')
    .select([
      'kind',
      fn.sum<number>('acquisitions').as('acquisitions'),
      fn.sum<number>('lapses').as('lapses'),
    ])
    .execute();
  const spans = await archive.db.selectFrom('spans').select(['ended', 'to_ms']).execute();
  const events = await archive.db.selectFrom('events').select(['kind', 'details']).execute();
  const of = (kind: string) => sums.find((row) => row.kind === kind);
  return { target: of('target'), family: of('family'), lock: of('lock'), spans, events };
}

describe('what is offered', () => {
  test('is written, and is all there once it is flushed', async () => {
    const run = busy(20);
    const { writer } = writerOn((batch) => archive.write(batch));
    for (const batch of run.batches) writer.offer(batch);
    expect(await writer.flush(10_000)).toBe(true);
    expect(writer.status()).toEqual({ queued: 0, dropped: { spans: 0, waits: 0, events: 0, rollups: 0 } });
    const { target, lock, spans } = await figures();
    expect(target).toMatchObject({ acquisitions: 200, lapses: 4 });
    expect(lock).toMatchObject({ acquisitions: 200, lapses: 4 });
    expect(spans).toHaveLength(200);
    await writer.close();
  });

  test('waits while the archive is away, and is then written once', async () => {
    const run = busy(20);
    let isAway = true;
    let tries = 0;
    const { writer } = writerOn((batch) => {
      tries += 1;
      if (isAway) return Promise.reject(new ConsoleError('history-unavailable', 'away'));
      return archive.write(batch);
    });
    for (const batch of run.batches) writer.offer(batch);
    await until('it was tried again and again', () => tries > 5);
    expect(writer.status().queued).toBeGreaterThan(0);
    isAway = false;
    expect(await writer.flush(10_000)).toBe(true);
    const { target, spans } = await figures();
    expect(target).toMatchObject({ acquisitions: 200, lapses: 4 });
    expect(spans).toHaveLength(200);
    await writer.close();
  });

  test('loses detail before truth where the archive is too slow, counts it and says so', async () => {
    const run = busy(60);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow: Archive['write'] = async (batch) => {
      await gate;
      return archive.write(batch);
    };
    const { writer, lines } = writerOn(slow, { mostRows: 150, now: () => run.nowMs });
    for (const batch of run.batches) {
      writer.offer(batch);
      expect(writer.status().queued).toBeLessThanOrEqual(150);
    }
    const { dropped } = writer.status();
    expect(dropped.spans).toBeGreaterThan(100);
    expect(dropped.events).toBe(0);
    open();
    expect(await writer.flush(10_000)).toBe(true);
    const { target, family, spans, events } = await figures();
    expect(target).toMatchObject({ acquisitions: 600, lapses: 12 });
    expect(family).toMatchObject({ acquisitions: 600, lapses: 12 });
    expect(spans.filter(({ ended }) => ended === 'expired')).toHaveLength(12);
    expect(spans.length).toBe(600 - dropped.spans);
    expect(spans.filter(({ to_ms }) => to_ms === null)).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'expired')).toHaveLength(12);
    const told = events
      .filter(({ kind }) => kind === 'detail-dropped')
      .map(({ details }) => JSON.parse(details));
    expect(told).toHaveLength(1);
    expect(told[0].spans).toBeGreaterThan(0);
    expect(lines).toContain('history has left out detail');
    await writer.close();
  });

  test('of a target that somebody else writes of is left out, and that is told', async () => {
    const run = busy(2);
    const fenced: string[] = [];
    const write = () => Promise.reject(new ConsoleError('history-fenced', 'newer'));
    const { writer } = writerOn(write, { onFenced: (target) => fenced.push(target) });
    for (const batch of run.batches) writer.offer(batch);
    expect(await writer.flush(10_000)).toBe(true);
    expect(fenced.length).toBeGreaterThan(0);
    await writer.close();
  });

  test('and cannot be written at the end is given up in time, and logged', async () => {
    const run = busy(2);
    const { writer, lines } = writerOn(() => new Promise(() => {}));
    for (const batch of run.batches) writer.offer(batch);
    await writer.close(20);
    expect(lines).toContain('history could not be written before the end');
  });
});
