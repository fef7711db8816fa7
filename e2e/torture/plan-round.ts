import { type FaultName, KINDS, type Kind } from './events';
import { createRandom, type Random } from './random';

export type PlannedFault = {
  atMs: number;
  fault: FaultName;
  /** `process-N` or `server-N`. */
  target: string;
  /** How long it lasts; a process that crashed and a server that was killed start again after it. */
  forMs: number;
  /** What a stepped clock is off by. */
  offsetMs: number;
};

/** Everything about a round that its seed determines. */
export type RoundPlan = {
  /** `<seed>/<number>`: what it takes to run this round again. */
  name: string;
  kinds: Kind[];
  keysPerKind: number;
  permits: number;
  processes: number;
  actorsPerProcess: number;
  durationMs: number;
  /** The single server keeps its data when it is killed. */
  durable: boolean;
  /** Killed nodes of a redlock come back at once and must not be counted, instead of after every lease has ended. */
  rejectRestarted: boolean;
  /** Lease that the watchdog renews. */
  leaseMs: number;
  commandTimeoutMs: number;
  queueMs: number;
  faults: PlannedFault[];
};

export type RoundSize = Pick<RoundPlan, 'processes' | 'actorsPerProcess' | 'durationMs'> & {
  kindsPerRound: number;
  faultEveryMs: number;
};

export const LONG: RoundSize = {
  processes: 4,
  actorsPerProcess: 16,
  durationMs: 15_000,
  kindsPerRound: 4,
  faultEveryMs: 500,
};

/** Part of every test run. */
export const SHORT: RoundSize = { ...LONG, processes: 3, durationMs: 3_000, faultEveryMs: 150 };

/** No faults: what is found here is not their doing. */
export const CALM: RoundSize = {
  processes: 2,
  actorsPerProcess: 24,
  durationMs: 1_500,
  kindsPerRound: KINDS.length,
  faultEveryMs: 2_000,
};

export const REDLOCK_NODES = 5;
const ACTORS_PER_LOCK = 4;
/** No lease of a round is longer, whoever asks for it. */
export const LONGEST_LEASE_MS = 500;

const SERVER_FAULTS: readonly FaultName[] = ['drop-commands', 'drop-subscriptions', 'script-flush', 'freeze'];

/** Round `number` of a seed, over as many of `kinds` as fit: each comes in its turn, with others every time. */
export function planRound(seed: string, number: number, kinds: readonly Kind[], size: RoundSize): RoundPlan {
  const random = createRandom(`${seed}/${number}`);
  const first = number * size.kindsPerRound;
  const order = createRandom(`${seed} ${Math.floor(first / kinds.length)}`).shuffled(kinds);
  const count = Math.min(size.kindsPerRound, order.length);
  const chosen = Array.from({ length: count }, (_, i) => order[(first + i) % order.length]);
  const plan: RoundPlan = {
    name: `${seed}/${number}`,
    kinds: KINDS.filter((kind) => chosen.includes(kind)),
    keysPerKind: Math.max(
      2,
      Math.floor((size.processes * size.actorsPerProcess) / (ACTORS_PER_LOCK * count)),
    ),
    permits: 2,
    processes: size.processes,
    actorsPerProcess: size.actorsPerProcess,
    durationMs: size.durationMs,
    durable: random.chance(0.5),
    rejectRestarted: random.chance(0.5),
    leaseMs: random.between(200, 400),
    commandTimeoutMs: random.pick([300, 1_000, 3_000]),
    queueMs: 1_500,
    faults: [],
  };
  return { ...plan, faults: planFaults(plan, size.faultEveryMs, random) };
}

function planFaults(plan: RoundPlan, everyMs: number, random: Random): PlannedFault[] {
  const faults: PlannedFault[] = [];
  const busyUntil = new Map<string, number>();
  let single = plan.kinds.some((kind) => kind !== 'redlock') ? 1 : 0; // restarts it may have: heard of less after one
  for (let atMs = everyMs; atMs < plan.durationMs - 2 * everyMs; atMs += random.between(1, 2 * everyMs)) {
    const fault = { atMs, offsetMs: random.between(-600_000, 600_000), ...aFault(plan, random) };
    const nodesDown = [...busyUntil].filter(([target, until]) => /-[1-9]/.test(target) && until > atMs);
    const ofNode = /^server-[1-9]/.test(fault.target);
    if ((busyUntil.get(fault.target) ?? 0) > atMs || (ofNode && nodesDown.length >= 2)) continue;
    if (fault.fault === 'restart' && !ofNode && (single-- <= 0 || atMs < plan.durationMs / 2)) continue;
    const isShort = fault.fault === 'clock-step' || SERVER_FAULTS.slice(0, 3).includes(fault.fault);
    if (!isShort) busyUntil.set(fault.target, atMs + fault.forMs + 300);
    faults.push(fault);
  }
  return faults;
}

function aFault(plan: RoundPlan, random: Random): Pick<PlannedFault, 'fault' | 'target' | 'forMs'> {
  const process = `process-${random.between(0, plan.processes - 1)}`;
  const node = random.between(1, REDLOCK_NODES);
  const ofNode = plan.kinds.includes('redlock') && (plan.kinds.length === 1 || random.chance(0.5));
  const target = `server-${ofNode ? node : 0}`;
  const shortMs = random.between(20, 150);
  const longMs = random.between(LONGEST_LEASE_MS + 50, 2 * LONGEST_LEASE_MS);
  const freezeMs = random.chance(0.3) ? longMs : shortMs;
  const downMs = ofNode && !plan.rejectRestarted ? longMs + 200 : shortMs;
  const roll = random.between(1, 16);
  if (roll <= 3) return { fault: 'crash', target: process, forMs: shortMs };
  if (roll <= 6) return { fault: 'pause', target: process, forMs: longMs };
  if (roll <= 8) return { fault: 'clock-step', target: process, forMs: 0 };
  if (roll <= 10) return { fault: 'restart', target, forMs: downMs };
  return { fault: random.pick(SERVER_FAULTS), target, forMs: freezeMs };
}
