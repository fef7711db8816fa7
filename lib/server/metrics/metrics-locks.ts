import { Gauge, type Registry } from 'prom-client';
import { LOCK_STATES, type LockState } from '../../contract/codes';
import type { Lock } from '../../contract/lock';
import { addLock, createFamilyChoice, emptySums, type FamilySums, familyLabelOf } from './metrics-families';

type States = Record<LockState, number>;

/** What one pass over the locks of a target adds up. */
type Tally = {
  formats: Map<string, States>;
  families: Map<string, FamilySums>;
  all: FamilySums;
  gone: number;
};

type TargetLocks = {
  target: string;
  locks: Iterable<Lock>;
  /** Whether waiters of any lock of it can be counted. */
  countsWaiters: boolean;
};

type LockGauges = {
  /** Sets the gauges to what the locks of all targets are now. */
  set(all: Iterable<TargetLocks>): void;
  /** The formats that locks of this target had so far. */
  formats(target: string): Iterable<string>;
};

/** Gauges of the locks as they are now, by format and state, and by family. */
export function createLockGauges(registry: Registry): LockGauges {
  const registers = [registry];
  const locks = new Gauge({
    name: 'lockscope_locks',
    help: 'Locks that are known now, by format and state. A format stays at 0 once it was seen.',
    labelNames: ['target', 'format', 'state'],
    registers,
  });
  const gone = new Gauge({
    name: 'lockscope_locks_with_holder_gone',
    help: 'Locks that a process holds which is proven gone.',
    labelNames: ['target'],
    registers,
  });
  const waiting = new Gauge({
    name: 'lockscope_waiting_clients',
    help: 'Clients that wait for a lock now, of libraries whose waiters can be counted. Absent = none can be.',
    labelNames: ['target'],
    registers,
  });
  const byFamily = { labelNames: ['target', 'family'] as const, registers };
  const familyLocks = new Gauge({
    name: 'lockscope_family_locks',
    help: 'Locks by family: the name with * for ids. At most 50 families of a target at a time, the rest is "other".',
    ...byFamily,
  });
  const familyWaiting = new Gauge({
    name: 'lockscope_family_waiting_clients',
    help: 'Clients that wait for a lock of the family now. Absent = they cannot be counted.',
    ...byFamily,
  });
  const familyWaited = new Gauge({
    name: 'lockscope_family_waiter_seconds',
    help: 'Seconds that clients have waited for locks of the family in the last 15 minutes, added up.',
    ...byFamily,
  });
  const seen = new Map<string, { formats: Set<string>; choose: ReturnType<typeof createFamilyChoice> }>();

  function seenOf(target: string) {
    const found = seen.get(target) ?? { formats: new Set(), choose: createFamilyChoice() };
    seen.set(target, found);
    return found;
  }

  function setOne({ target, locks: all, countsWaiters }: TargetLocks): void {
    const tally = tallyOf(all);
    const { formats, choose } = seenOf(target);
    for (const format of tally.formats.keys()) formats.add(format);
    for (const format of formats) {
      const states = tally.formats.get(format);
      for (const state of LOCK_STATES) locks.set({ target, format, state }, states?.[state] ?? 0);
    }
    gone.set({ target }, tally.gone);
    const { locks: known, waiting: counted } = tally.all;
    if (countsWaiters && known === 0) waiting.set({ target }, 0);
    else if (countsWaiters && counted !== null) waiting.set({ target }, counted);
    for (const sums of choose(tally.families.values())) {
      const labels = { target, family: sums.family };
      familyLocks.set(labels, sums.locks);
      if (sums.waiting !== null) familyWaiting.set(labels, sums.waiting);
      if (sums.waiterSeconds !== null) familyWaited.set(labels, sums.waiterSeconds);
    }
  }

  return {
    set(all) {
      for (const gauge of [gone, waiting, familyLocks, familyWaiting, familyWaited]) gauge.reset();
      for (const each of all) setOne(each);
    },
    formats: (target) => seenOf(target).formats,
  };
}

function tallyOf(locks: Iterable<Lock>): Tally {
  const tally: Tally = { formats: new Map(), families: new Map(), all: emptySums(''), gone: 0 };
  for (const lock of locks) {
    const format = lock.format.id;
    const states = tally.formats.get(format) ?? put(tally.formats, format, noStates());
    states[lock.state] += 1;
    if (lock.holders.some(({ verdict }) => verdict === 'gone')) tally.gone += 1;
    const family = familyLabelOf(lock);
    const sums = tally.families.get(family) ?? put(tally.families, family, emptySums(family));
    addLock(sums, lock);
    addLock(tally.all, lock);
  }
  return tally;
}

function noStates(): States {
  return { held: 0, contended: 0, 'at-risk': 0, lost: 0, free: 0, unknown: 0 };
}

function put<T>(into: Map<string, T>, name: string, value: T): T {
  into.set(name, value);
  return value;
}
