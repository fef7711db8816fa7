import { randomUUID } from 'node:crypto';
import { type Cluster, Redis } from 'ioredis';
import type { TestContext } from 'vitest';
import type { Target } from '../../lib/domain/nodes/target';
import { until } from './redis-server';
import { startTruthCheck, type TruthCheck } from './truth';
import { startWorkload, type TruthWorkload } from './truth-workload';
import { type Watch, watch } from './watch';

export type TruthRun = {
  watched: Watch;
  workload: TruthWorkload;
  check: TruthCheck;
  /** Resolves when every kept lock is said to be held by who has it, and every node to be live. */
  right(): Promise<void>;
};

export type TruthRunOptions = {
  /** Where the collector looks, and as whom. */
  url: string;
  change?: Partial<Target>;
  connect: () => Redis | Cluster;
  /** Names; default: 24 locks that change all the time and 6 that never do. */
  changing?: readonly string[];
  kept?: readonly string[];
};

/** Enough changes to find every kind of them under way. */
const CHANGES = 40;
const AGAIN_RIGHT_MS = 20_000;

/** A connection of the workload's own: fails fast, sends nothing twice. */
export function ownConnection(port: number): Redis {
  return new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    commandTimeout: 15_000,
    retryStrategy: () => 50,
  });
}

export function names(kind: string, count: number, tag = ''): string[] {
  return Array.from({ length: count }, (_, i) => `${tag}${kind}:${i}:${randomUUID().slice(0, 4)}:lock`);
}

/** A workload, a collector that knows all of it, and a check that has compared some changes. All end with the test. */
export async function startTruthRun(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: TruthRunOptions,
): Promise<TruthRun> {
  const { url, change, connect, changing = names('changing', 24), kept = names('kept', 6) } = options;
  const workload = await startWorkload({ connect, changing, kept });
  onTestFinished(() => workload.stop());
  const watched = watch(url, change);
  onTestFinished(() => watched.collector.stop());

  const isRight = (key: string) => {
    const holder = watched.lock(key)?.holders[0]?.token.text ?? null;
    return workload.histories.get(key)?.at(Date.now()).has(holder);
  };
  const right = () =>
    until(
      'everything that lasts is said rightly',
      () =>
        watched.collector.nodes().every(({ state, coverage }) => state === 'live' && coverage.names === 1) &&
        kept.every((key) => isRight(key) && watched.lock(key)?.state !== 'unknown'),
      AGAIN_RIGHT_MS,
    ).then(() => {});

  await right();
  const check = startTruthCheck(watched.collector, workload.histories);
  onTestFinished(() => check.stop());
  await workload.changed(CHANGES);
  return { watched, workload, check, right };
}

/** What every test ends with: it is right again, goes on to be, and was never wrong for longer than is stated. */
export async function expectTruth({ workload, check, right }: TruthRun): Promise<void> {
  await right();
  await workload.changed(CHANGES);
  check.end();
}
