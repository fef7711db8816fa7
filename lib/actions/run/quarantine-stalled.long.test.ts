import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import type { StalledWork, StallMessage } from '../../../e2e/support/stalled-worker';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

/**
 * Runs: `LOCKSCOPE_RUNS=1000 npx vitest run --project faults lib/actions/run/quarantine-stalled` is the long one. In each a
 * holder under a watchdog is stopped (SIGSTOP), its lock put in quarantine, and the holder woken while that lasts; another
 * process waits for the lock the whole time. Both write down on the system's monotonic clock from when to when they worked.
 */
const RUNS = Number(process.env.LOCKSCOPE_RUNS ?? 20);
const AT_ONCE = Math.min(10, RUNS);
/** Longer than the two seconds after which the holder renews. */
const QUARANTINE_MS = 4_000;

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const KINDS = ['mutex', 'reentrant'] as const;

type Worker = {
  process: ChildProcess;
  work(of: Omit<StalledWork, 'redisUrl'>): Promise<void>;
  log: StallMessage[];
};

function startWorker(): Worker {
  const process = fork(new URL('../../../e2e/support/stalled-worker.ts', import.meta.url).pathname, {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  onTestFinished(() => void process.kill('SIGKILL'));
  const log: StallMessage[] = [];
  process.on('message', (message) => void log.push(message as StallMessage));
  async function work(of: Omit<StalledWork, 'redisUrl'>) {
    const { port = 0, host = '' } = own.redis.options;
    process.send({ ...of, redisUrl: `redis://${host}:${port}` } satisfies StalledWork);
    await until('it has the lock, or waits for it', () => log.some(({ key }) => key === of.key));
  }
  return { process, work, log };
}

test('a stalled holder that wakes in quarantine fails its renewal and its release, and no two work at once', {
  timeout: 120_000 + RUNS * 3_000,
}, async () => {
  const unlimited = { ...own.runtime, actLimit: { take: () => () => {} } };
  const all = { runs: 0, lost: 0, refused: 0, overlaps: 0 };

  async function line(at: number): Promise<void> {
    const [first, second] = [startWorker(), startWorker()];
    await Promise.all([first, second].map(({ process }) => once(process, 'message')));
    for (let run = at; run < RUNS; run += AT_ONCE) {
      const key = `job:${run}:lock`;
      const kind = KINDS[run % KINDS.length] ?? 'mutex';
      await first.work({ key, kind, does: 'hold' });
      await second.work({ key, kind, does: 'follow' });
      const id = `test.0.${slugOf(bytesOf(key))}`;
      first.process.kill('SIGSTOP');
      const { seen, typedKey } = await preview(own.runtime, id, {
        action: 'quarantine',
        quarantineMs: QUARANTINE_MS,
      });
      const body = { seen, typedKey, reason: 'stalled', although: 'alive' as const };
      await runAction(unlimited, {
        id,
        action: 'quarantine',
        body: { ...body, quarantineMs: QUARANTINE_MS },
        caller,
      });
      // It wakes in time to renew before the quarantine is over.
      await pause(Math.random() * QUARANTINE_MS * 0.4);
      first.process.kill('SIGCONT');
      const ended = (log: StallMessage[]) => log.find((each) => each.key === key && each.is === 'ended');
      const [one, other] = await until('both are done', () => {
        const ends = [ended(first.log), ended(second.log)];
        return ends.every((each) => each !== undefined) && ends;
      });
      if (one?.is !== 'ended' || other?.is !== 'ended') throw new Error('not ended');
      all.runs += 1;
      if (one.lost) all.lost += 1;
      if (one.release !== 'released') all.refused += 1;
      if (one.untilNs > other.fromNs) all.overlaps += 1;
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => line(at)));
  if (process.env.LOCKSCOPE_RUNS) process.stdout.write(`${JSON.stringify(all)}\n`);
  expect(all).toEqual({ runs: RUNS, lost: RUNS, refused: RUNS, overlaps: 0 });
});
