import { expect, test } from 'vitest';
import {
  batchOf,
  lockInfo,
  lockOf,
  noCounts,
  spanOf,
  HISTORY_START_MS as T,
} from '../../e2e/support/history-batches';
import { seeded } from '../domain/values/seeded';
import { openArchive } from '../history/archive/open-archive';
import type { HistoryBatch, SpanWrite, WaitSpanWrite } from '../history/database/batch';
import { unfair } from './unfair';

const HOUR = 3_600_000;
const SEEDS = 20;
const WORKERS = 6;

type Queue = 'first' | 'backs-off';

/**
 * An hour of workers that want one lock again and again, each for two seconds. `first`: whoever waits longest has it next.
 * `backs-off`: the last worker asks so seldom that mostly another one has it by then.
 */
function anHour(nth: number, queue: Queue, seed: number): Pick<HistoryBatch, 'spans' | 'waitSpans'> {
  const random = seeded(seed);
  const wants = Array.from({ length: WORKERS }, () => Math.round(random() * 5_000));
  const spans: SpanWrite[] = [];
  const waitSpans: WaitSpanWrite[] = [];
  for (let at = 0; at < HOUR; ) {
    const asking = wants.map((fromMs, who) => ({ who, fromMs })).filter(({ fromMs }) => fromMs <= at);
    const first = asking.sort((a, b) => a.fromMs - b.fromMs);
    const awake = queue === 'first' ? first : first.filter(({ who }) => who < WORKERS - 1 || random() < 0.06);
    const next = awake[0];
    if (!next) {
      at += 100;
      continue;
    }
    const ref = `instance:w${next.who}`;
    const who = { target: 'a', lock: lockOf('a', nth) };
    if (at > next.fromMs)
      waitSpans.push({
        ...{ ...who, uid: `${nth}w${at}`, waiter: `w${next.who}`, waiter_ref: ref, known_by: 'heartbeat' },
        ...{ from_ms: T + next.fromMs, to_ms: T + at, got_it: 1 },
      });
    const lastsMs = Math.round(1_000 + random() * 2_000);
    spans.push(
      spanOf(`${nth}s${at}`, 'a', nth, {
        ...{ from_ms: T + at, to_ms: T + at + lastsMs, holder_ref: ref, token: `t${at}`, ended: 'released' },
      }),
    );
    at += lastsMs;
    wants[next.who] = at + Math.round(random() * 4_000);
  }
  return { spans, waitSpans };
}

async function found(queue: Queue, watchedMs = HOUR) {
  const archive = openArchive({ url: 'memory:' });
  for (let seed = 0; seed < SEEDS; seed++) {
    const rollups: HistoryBatch['rollups'] = [
      { subject: { kind: 'target', target: 'a' }, startMs: T, counts: { ...noCounts }, times: [] },
    ];
    await archive.write(
      batchOf('a', { locks: [lockInfo('a', seed)], ...anHour(seed, queue, seed), rollups }),
    );
  }
  await archive.write(batchOf('a', { covered: { fromMs: T, toMs: T + watchedMs, watcher: 'test' } }));
  const scope = { target: null, family: null, lock: null };
  const facts = await unfair.read(archive.db, { scope, fromMs: T, toMs: T + HOUR, nowMs: T + 2 * HOUR });
  expect(facts).toHaveLength(SEEDS);
  const insights = facts.flatMap((each) => unfair.detect(each) ?? []);
  await archive.close();
  return insights;
}

test(`a waiter that sleeps while others take the lock is found in ${SEEDS} of ${SEEDS} seeds`, async () => {
  const insights = await found('backs-off');
  expect(insights).toHaveLength(SEEDS);
  for (const { values, confidence, harm, n } of insights) {
    expect(values).toMatchObject({ waiter: `w${WORKERS - 1}` });
    expect([confidence > 0.95, harm > 0, n > 50]).toEqual([true, true, true]);
  }
});

test(`a lock that goes to whoever waits longest is unfair in none of ${SEEDS} seeds`, async () => {
  expect(await found('first')).toEqual([]);
});

test('nothing is said of a time that was not watched', async () => {
  expect(await found('backs-off', 0.9 * HOUR)).toEqual([]);
});
