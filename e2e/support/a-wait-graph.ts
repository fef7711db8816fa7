import type { HoldEdge, WaitEdge, WaitGraph, WaitLock, WaitParty } from '../../lib/contract/graph';
import { displayOf } from '../../lib/domain/keys/bytes';
import { counted } from '../../lib/domain/values/counted';

const KNOWN = { by: 'read', atMs: 1_000_000 } as const;

/** `A holds 1`, `B waits 1`, `B waits 1 second`: who has what, and who waits for it at which place. */
type Line =
  | `${string} holds ${string}`
  | `${string} waits ${string}`
  | `${string} waits ${string} ${'first' | 'second' | 'third'}`;

const PLACES: Record<string, number> = { first: 1, second: 2, third: 3 };

/** A graph at 1,000,000 ms of such lines; parties are called by their labels, locks by their keys. Cycles are not looked for. */
export function aWaitGraph(lines: readonly Line[], change: Partial<WaitGraph> = {}): WaitGraph {
  const parties = new Map<string, WaitParty>();
  const locks = new Map<string, WaitLock>();
  const holds: HoldEdge[] = [];
  const waits: WaitEdge[] = [];
  for (const line of lines) {
    const [name = '', verb, key = '', place] = line.split(' ');
    const party = `token:${name}`;
    const lock = `test.0.${key}`;
    parties.set(party, parties.get(party) ?? aParty(name));
    locks.set(lock, locks.get(lock) ?? aWaitLock(key));
    if (verb === 'holds') holds.push({ party, lock, sinceMs: 900_000 });
    else {
      const at = place === undefined ? null : (PLACES[place] ?? null);
      const by = at === null ? 'heartbeat' : 'queue';
      waits.push({ party, lock, by, place: at, sinceMs: 950_000, known: KNOWN });
    }
  }
  for (const lock of locks.values())
    lock.waiting = counted(waits.filter((wait) => wait.lock === lock.id).length);
  return {
    parties: [...parties.values()],
    locks: [...locks.values()],
    holds,
    waits,
    cycles: [],
    unnamed: 0,
    leftOut: null,
    nowMs: 1_000_000,
    ...change,
  };
}

/** A party that is called `name` and has a page. */
export function aParty(name: string, change: Partial<WaitParty> = {}): WaitParty {
  return {
    ref: `token:${name}`,
    hasPage: true,
    token: null,
    label: name,
    process: null,
    verdict: 'alive',
    ...change,
  };
}

export function aWaitLock(key: string, change: Partial<WaitLock> = {}): WaitLock {
  return {
    id: `test.0.${key}`,
    target: 'test',
    key: displayOf(key),
    state: 'contended',
    severity: 'contended',
    waiting: counted(0),
    ...change,
  };
}

/** The cycle of these, each of whom waits for the lock of the next: `['A', '1', 'B', '2']`. */
export function aCycle(names: readonly string[], certain = true): WaitGraph['cycles'][number] {
  return {
    parties: names.filter((_, i) => i % 2 === 0).map((name) => `token:${name}`),
    locks: names.filter((_, i) => i % 2 === 1).map((key) => `test.0.${key}`),
    certain,
  };
}
