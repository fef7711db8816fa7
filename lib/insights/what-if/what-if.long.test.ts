import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { archivedDemand, queueWorkloadOf } from '../../../e2e/support/queue-demand';
import { runQueue } from '../../../e2e/support/queue-workload';
import { openArchive } from '../../history/archive/open-archive';
import { UNCHANGED } from './replay';
import { whatIf } from './what-if';

const { opened } = closing();
const HOUR_MS = 3_600_000;
const SEEDS = Array.from({ length: Number(process.env.LOCKSCOPE_RUNS ?? 20) }, (_, i) => i + 1);

test.each(SEEDS)('unchanged, a recorded hour is reproduced within 5 per cent (seed %i)', async (seed) => {
  const workload = queueWorkloadOf(seed, HOUR_MS);
  const truth = runQueue(workload);
  for (const waiters of ['exact', 'each-second'] as const) {
    const archive = opened(openArchive({ url: 'memory:' }));
    const replays = whatIf(await archivedDemand(archive, workload, truth, waiters), UNCHANGED, seed);
    let replay = replays.next();
    while (!replay.done) replay = replays.next();
    const { silent, missedBy, before, n } = replay.value;
    expect([silent, n]).toEqual([null, truth.holds]);
    expect(Math.abs(missedBy ?? 1)).toBeLessThan(0.05);
    // Waits shorter than a second are partly seen where waiters are counted once a second.
    const differs = Math.abs((before?.waiterSeconds ?? 0) / (truth.waiterMs / 1000) - 1);
    expect(differs).toBeLessThan(waiters === 'exact' ? 0.01 : 0.12);
  }
});
