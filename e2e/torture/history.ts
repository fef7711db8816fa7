import type {
  CallEvent,
  FaultEvent,
  Kind,
  LostEvent,
  Mode,
  ReturnEvent,
  SampleEvent,
  TortureEvent,
  WriteEvent,
} from './events';
import { processOf } from './events';

export type Operation = CallEvent & {
  process: string;
  /** Null where the process ended before it. */
  returned: ReturnEvent | null;
  waitingAt: number | null;
  /** Its process lost a connection on the way, so the call may have been made twice, or its reply be the second's. */
  disturbed: boolean;
};

/** What one acquisition or re-entry gave. */
export type TakenLease = {
  /** The operation that gave it. */
  name: string;
  process: string;
  kind: Kind;
  keys: string[];
  mode: Mode;
  token: string;
  /** Equal for all leases of one holder; a writer may read as well. */
  holder: string;
  fencingToken: bigint | null;
  calledAt: number;
  /** When it was returned. */
  from: number;
  /** Its release calls in order; the first ends the claim. */
  releases: Operation[];
  lost: LostEvent | null;
  promises: { at: number; until: number }[];
};

export type History = {
  operations: Operation[];
  leases: TakenLease[];
  leasesOfToken: Map<string, TakenLease[]>;
  /** Force releases by the token they name. */
  forcesOfToken: Map<string, Operation[]>;
  failedReentriesOfToken: Map<string, Operation[]>;
  faults: FaultEvent[];
  /** When each process began to close its clients. */
  closes: Map<string, number>;
  /** In the order in which each server executed them. */
  writes: WriteEvent[];
  /** All that the single server wrote until then was heard. */
  heardUntil: number;
  permits: number;
  queueMs: number;
  /** Epoch ms of moment 0. */
  originEpochMs: number;
};

export type HistorySettings = Pick<History, 'permits' | 'queueMs' | 'originEpochMs'>;

/** A reply may be here this much before the write it tells of, which is never heard if the server dies in between. */
const LAG_MS = 500;

/** Puts recorded events together; their order does not matter but for writes. */
export function historyOf(events: readonly TortureEvent[], settings: HistorySettings): History {
  const faults = events.filter((event) => event.event === 'fault').sort(byTime);
  const operations = operationsOf(events);
  const leases = leasesOf(operations, events);
  const writes = events.filter((event) => event.event === 'write');
  return {
    operations,
    leases,
    leasesOfToken: groupedBy(leases, ({ token }) => token),
    forcesOfToken: byToken(operations.filter(({ act }) => act === 'force-release')),
    failedReentriesOfToken: byToken(
      operations.filter(({ act, returned }) => act === 'reenter' && returned?.outcome !== 'done'),
    ),
    faults,
    closes: new Map(
      events.filter((event) => event.event === 'close').map((event) => [event.process, event.at]),
    ),
    writes,
    heardUntil: heardUntilOf(writes),
    ...settings,
  };
}

function heardUntilOf(writes: readonly WriteEvent[]): number {
  if (writes.length === 0) return Number.NEGATIVE_INFINITY;
  const missed = writes.find(({ args, node }) => args === null && node === 0);
  return missed ? missed.at - LAG_MS : Number.POSITIVE_INFINITY;
}

function operationsOf(events: readonly TortureEvent[]): Operation[] {
  const cuts = groupedBy(
    events.filter((event) => event.event === 'cut'),
    ({ process }) => process,
  );
  const operations = new Map<string, Operation>();
  for (const event of events) {
    if (event.event !== 'call') continue;
    const process = processOf(event.op);
    operations.set(event.op, { ...event, process, returned: null, waitingAt: null, disturbed: false });
  }
  for (const event of events) {
    if (event.event !== 'return' && event.event !== 'waiting') continue;
    const operation = operations.get(event.op);
    if (!operation) throw new Error(`${event.op} returned and was never called`);
    if (event.event === 'waiting') operation.waitingAt = event.at;
    else operation.returned = event;
  }
  for (const operation of operations.values()) {
    const { returned } = operation;
    // What timed out is still under way.
    const end = returned && returned.outcome !== 'timed-out' ? returned.at : Number.POSITIVE_INFINITY;
    const ofProcess = cuts.get(operation.process) ?? [];
    operation.disturbed = ofProcess.some(({ at }) => at >= operation.at && at <= end);
  }
  return [...operations.values()].sort(byTime);
}

function leasesOf(operations: readonly Operation[], events: readonly TortureEvent[]): TakenLease[] {
  const leases = new Map<string, TakenLease>();
  for (const operation of operations) {
    const { returned } = operation;
    if (operation.act !== 'acquire' && operation.act !== 'reenter') continue;
    if (returned?.outcome === 'done') leases.set(operation.op, leaseOf(operation, returned));
  }
  for (const { act, lease, returned, ...operation } of operations) {
    const taken = leases.get(lease ?? '');
    if (taken && act === 'release') taken.releases.push({ act, lease, returned, ...operation });
    if (taken && act === 'extend') promise(taken, returned);
  }
  for (const event of events) {
    if (event.event !== 'sample' && event.event !== 'lost') continue;
    const taken = leases.get(event.lease);
    if (!taken) throw new Error(`${event.lease} was never acquired`);
    if (event.event === 'sample') promise(taken, event);
    else taken.lost = event;
  }
  for (const { promises } of leases.values()) promises.sort(byTime);
  return [...leases.values()];
}

function leaseOf(operation: Operation, returned: ReturnEvent): TakenLease {
  const { op: name, process, kind, keys, mode, at: calledAt } = operation;
  const { token = '', fencingToken, at: from } = returned;
  const lease: TakenLease = {
    ...{ name, process, kind, keys, mode, token, calledAt, from },
    holder: token.replace(/:write$/, ''),
    fencingToken: fencingToken === undefined ? null : BigInt(fencingToken),
    releases: [],
    lost: null,
    promises: [],
  };
  promise(lease, returned);
  return lease;
}

function promise({ promises }: TakenLease, event: ReturnEvent | SampleEvent | null): void {
  if (event?.until !== undefined) promises.push({ at: event.at, until: event.until });
}

function byToken(operations: readonly Operation[]): Map<string, Operation[]> {
  return groupedBy(
    operations,
    ({ act, mode, token = '' }) =>
      act === 'reenter' && mode === 'read' ? token.replace(/:write$/, '') : token, // a writer that asks to read as well
  );
}

/** Items by what `keyOf` says of them, each group in their order. */
export function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export function byTime(a: { at: number }, b: { at: number }): number {
  return a.at - b.at;
}
