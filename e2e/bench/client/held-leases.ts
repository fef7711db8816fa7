import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HeldLeases } from './held-leases-process';
import { none, type Part, type Requirement, requirement } from './part';
import { withServers } from './servers';

const HELD = [
  { leaseMs: 6_000, renewals: 5 },
  { leaseMs: 30_000, renewals: 2 },
];
/** What the heap may be larger by afterwards: 100 bytes for each lease that was held. */
const HEAP_MARGIN_MIB = 1;
const MiB = 1024 * 1024;

async function hold(leaseMs: number, renewals: number): Promise<HeldLeases> {
  return withServers(1, async ([url = '']) => {
    const path = fileURLToPath(new URL('./held-leases-process.ts', import.meta.url));
    const child = fork(path, [url, String(leaseMs), String(renewals)], {
      execArgv: ['--expose-gc', '--import', 'tsx'],
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the process that holds the leases ended with code ${code}`);
    });
    try {
      const [result] = await Promise.race([once(child, 'message'), ended]);
      return result as HeldLeases;
    } finally {
      ended.catch(() => {}); // it is meant to end now
      child.kill('SIGKILL');
    }
  });
}

function figuresOf(title: string, held: HeldLeases): Part['figures'] {
  const figure = (name: string, value: number, unit: string) => ({ name: `${title}: ${name}`, value, unit });
  return [
    figure('renewals seen by Redis', held.renewalsPerSecond, '1/s'),
    figure('commands seen by Redis', held.commandsPerSecond, '1/s'),
    figure('of one core', held.cpu * 100, '%'),
    figure('RSS before', held.rssBefore / MiB, 'MiB'),
    figure('RSS while held', held.rssHeld / MiB, 'MiB'),
    figure('heap for each lease', held.heapPerLease, 'B'),
    figure('timers while held', held.timersHeld, 'timers'),
    figure('event-loop delay p50', held.delayMs.p50, 'ms'),
    figure('event-loop delay p99', held.delayMs.p99, 'ms'),
    figure('event-loop delay max', held.delayMs.max, 'ms'),
    figure('least TTL in Redis', held.leastTtlMs, 'ms'),
    figure('acquiring all', held.acquireMs, 'ms'),
    figure('releasing all', held.releaseMs, 'ms'),
  ];
}

function checksOf(title: string, leaseMs: number, held: HeldLeases): Requirement[] {
  const renewalsDue = held.leases / (leaseMs / 3000);
  return [
    none(`${title}: leases lost`, held.lost),
    none(`${title}: leases missing in Redis`, held.leases - held.keysHeld),
    requirement(
      `${title}: renewals to those due`,
      held.renewalsPerSecond / renewalsDue,
      { atLeast: 0.9 },
      '×',
    ),
    none(`${title}: releases that failed`, held.notReleased),
    none(`${title}: keys left`, held.keysLeft),
    none(`${title}: timers left`, held.left.timers),
    none(`${title}: other handles left`, held.left.handles.length),
    none(`${title}: listeners left on the connection`, held.left.listeners),
    none(`${title}: commands left in its queue`, held.left.commandQueue),
    none(`${title}: renewals after the release`, held.renewalsAfter),
    requirement(`${title}: heap larger by`, held.heapGrowth / MiB, { atMost: HEAP_MARGIN_MIB }, 'MiB'),
  ];
}

/** 10,000 leases of one process, renewed until released, and what is left of them. */
export async function heldLeases(): Promise<Part> {
  const part: Part = {
    title: '10,000 leases held with watchdog by one process',
    baseline: 'nothing: these are costs',
    figures: [],
    requirements: [],
    notes: [
      'Compared with the same process after it had acquired and released as many once. Heap after gc.',
      'Event-loop delay beyond the 2 ms between two samples. After the release half a lease passes without one renewal.',
    ],
  };
  for (const { leaseMs, renewals } of HELD) {
    const held = await hold(leaseMs, renewals);
    const title = `leases of ${leaseMs} ms`;
    part.figures.push(...figuresOf(title, held));
    part.requirements.push(...checksOf(title, leaseMs, held));
  }
  return part;
}
