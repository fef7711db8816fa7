import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedisServer } from '../support/redis-server';
import type { BrokenName } from './broken-scripts';
import { createClientProcesses } from './client-processes';
import type { TortureEvent } from './events';
import { injectFaults } from './inject-faults';
import { REDLOCK_NODES, type RoundPlan } from './plan-round';
import { clockOf, readBothClocks, readEvents } from './recorder';
import { openWriteStream, type WriteStream } from './write-stream';

export type RoundRecord = {
  plan: RoundPlan;
  events: TortureEvent[];
  /** Epoch ms of moment 0, on the clock of the servers. */
  originEpochMs: number;
  /** Processes that did not end when asked, and what they said. */
  failures: string[];
};

/** Written before a reply is sent, so that a killed server comes back with all it ever answered. */
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'no'];
/** A replica's connection that neither waits nor needs to answer. */
const FOR_STREAM = ['--repl-diskless-sync', 'no', '--repl-timeout', '3600'];
const STOP_LIMIT_MS = 15_000;

/** Runs a round on servers of its own and gives all that was recorded. Leaves nothing behind. */
export async function runRound(plan: RoundPlan, broken: readonly BrokenName[] = []): Promise<RoundRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-torture-'));
  const { originNs, originEpochMs } = readBothClocks();
  const now = clockOf(originNs);
  const events: TortureEvent[] = [];
  const record = (event: TortureEvent) => void events.push(event);
  const nodes = plan.kinds.includes('redlock') ? REDLOCK_NODES : 0;
  const servers = await Promise.all(
    Array.from({ length: 1 + nodes }, (_, node) =>
      startRedisServer([...FOR_STREAM, ...(plan.durable && node === 0 ? DURABLE : [])]),
    ),
  );
  const urls = servers.map(({ url }) => url);
  const processes = createClientProcesses(folder, (name, file) => {
    return { plan, name, originNs: String(originNs), file, urls, broken: [...broken] };
  });
  let streams: WriteStream[] = [];
  try {
    streams = await Promise.all(
      servers.map(({ port }, node) => openWriteStream({ port, node, now, heard: record })),
    );
    const all = Array.from({ length: plan.processes }, (_, index) => index);
    await Promise.all(all.map((index) => processes.start(index)));
    await Promise.all([injectFaults({ plan, servers, processes, now, record }), pause(plan.durationMs)]);
    const failures = (await processes.stop(STOP_LIMIT_MS)).map((name) => `process ${name} did not end well`);
    await Promise.all(streams.map((stream) => stream.caughtUp()));
    if (processes.errors()) failures.push(processes.errors());
    const recorded = processes.files().flatMap(readEvents);
    return { plan, events: [...events, ...recorded], originEpochMs, failures };
  } finally {
    for (const stream of streams) stream.close();
    await processes.killAll();
    await Promise.all(servers.map((server) => server.close()));
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
