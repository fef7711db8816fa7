import { collect } from '../../lib/collector/collect';
import type { Target } from '../../lib/domain/nodes/target';
import type { HistoryBatch } from '../../lib/history/database/batch';
import { createMemoryStore } from '../../lib/history/memory/memory-store';
import type { EventFact } from '../../lib/history/recorder/event-facts';
import { createRecorder } from '../../lib/history/recorder/recorder';
import { statusOf, targetOf } from './watch';

type Counts = HistoryBatch['rollups'][number]['counts'];
export type CountedFigures = Pick<
  Counts,
  'acquisitions' | 'releases' | 'lapses' | 'lost' | 'forced' | 'taken_over' | 'renewals' | 'extensions'
> & { holds: number; held_ms: number };

/** A collector whose changes and facts go to a recorder, as in the console. */
export function countedWatch(url: string, change: Partial<Target> = {}) {
  const target = targetOf(url, change);
  const recorder = createRecorder({ target: target.name, watcher: 'here' });
  const facts: EventFact[] = [];
  const batches: HistoryBatch[] = [];
  let seq = 0;
  const collector = collect({
    target,
    history: createMemoryStore(),
    host: { nextSeq: () => ++seq },
    record: (change) => recorder.take(change, Date.now()),
    count(fact) {
      if (fact) facts.push(fact);
      recorder.count(fact, Date.now());
    },
  });
  let watchedMs = Date.now();
  collector.start();

  function drain(): void {
    const nowMs = Date.now();
    recorder.watched(watchedMs, nowMs);
    watchedMs = nowMs;
    const batch = recorder.drain(nowMs, null);
    if (batch) batches.push(batch);
  }

  /** Figures of a subject over all buckets: the target's, a family's or a lock's. */
  function figures(of: { family: string } | { lock: string } | 'target' = 'target'): CountedFigures {
    drain();
    const sum: CountedFigures = {
      ...{ acquisitions: 0, releases: 0, lapses: 0, lost: 0, forced: 0, taken_over: 0 },
      ...{ renewals: 0, extensions: 0, holds: 0, held_ms: 0 },
    };
    for (const { subject, counts, times } of batches.flatMap(({ rollups }) => rollups)) {
      const isIt =
        of === 'target'
          ? subject.kind === 'target'
          : 'family' in of
            ? subject.kind === 'family' && subject.family === of.family
            : subject.kind === 'lock' && subject.lock.endsWith(of.lock);
      if (!isIt) continue;
      for (const name of Object.keys(sum) as (keyof CountedFigures)[])
        if (name !== 'holds') sum[name] += counts[name];
      for (const { measure, count } of times) if (measure === 'hold') sum.holds += count;
    }
    return sum;
  }

  return {
    collector,
    facts,
    figures,
    status: () => statusOf(collector),
    lock: (key: string) => collector.locks().find((lock) => lock.key.text === key),
  };
}
