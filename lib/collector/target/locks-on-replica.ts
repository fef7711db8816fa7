import type { Redis } from 'ioredis';
import type { LocksOnReplica } from '../../contract/replica';
import { redirectionOf } from '../../redis/key-reply';
import { toWire } from '../../redis/run-script';
import type { Entry } from '../index/entry-types';
import type { Budget } from '../keys/budget';

const BATCH = 250;
/** A lock acquired within this time may not be replicated yet, ms. */
const SETTLED_MS = 1_000;
/** A lease that ends within this time may have ended when the answer arrives, ms. */
const NEARLY_OVER_MS = 1_500;

/** A server that is asked for keys. */
type ReplicaAccess = { commands: Redis; budget: Pick<Budget, 'take'> };

/** Locks to ask a replica for; `held` = all that could be. */
type ReplicaSample = { entries: readonly Entry[]; held: number };

/** `locks: null` = the replica answered for none; `refused` = Redis' error then. */
export type ReplicaCount = { locks: LocksOnReplica | null; refused: string | null };

type Existing = { there: (boolean | null)[]; refused: string | null };

/** At most `most` of the locks that a replica ought to have by now, those after the first `from`. Pure. */
export function sampleOf(entries: Iterable<Entry>, from: number, most: number, nowMs: number): ReplicaSample {
  const all: Entry[] = [];
  for (const entry of entries) {
    const { reading, since } = entry.facts;
    const { absent, holders, deadlineMs } = reading;
    if (absent || holders.length === 0) continue;
    if (deadlineMs !== 'none' && deadlineMs - nowMs < NEARLY_OVER_MS) continue;
    if (since && nowMs - since.atMs < SETTLED_MS) continue;
    all.push(entry);
  }
  const first = all.length > most ? from % all.length : 0;
  const picked = all.slice(first, first + most);
  const rest = Math.min(most, all.length) - picked.length;
  return { entries: [...picked, ...all.slice(0, rest)], held: all.length };
}

/**
 * Counts the locks whose keys a replica has. A key counts as missing when the primary has it after the replica did not,
 * and the replica still lacks it then. A lock released meanwhile counts as neither. Rejects when a connection fails.
 */
export async function countOnReplica(
  replica: ReplicaAccess,
  primary: ReplicaAccess,
  sample: ReplicaSample,
  now: () => number,
): Promise<ReplicaCount> {
  const sinceOf = new Map(sample.entries.map((entry) => [entry, entry.facts.since?.atMs]));
  const first = await existing(replica, sample.entries);
  const absent = sample.entries.filter((_, i) => first.there[i] === false);
  const still = await existing(primary, absent);
  const suspects = absent.filter((_, i) => still.there[i] === true);
  const again = await existing(replica, suspects);
  const isThere = (answer: boolean | null) => answer === true;
  const present = first.there.filter(isThere).length + again.there.filter(isThere).length;
  const missing = suspects.filter(
    (entry, i) => again.there[i] === false && entry.facts.since?.atMs === sinceOf.get(entry),
  ).length;
  const answered = sample.entries.length === 0 || first.there.some((answer) => answer !== null);
  return {
    locks: answered ? { present, missing, held: sample.held, atMs: now() } : null,
    refused: answered ? null : first.refused,
  };
}

/** Whether each key exists; null = the server refused to answer. Rejects when the connection fails. */
async function existing({ commands, budget }: ReplicaAccess, entries: readonly Entry[]): Promise<Existing> {
  const there: (boolean | null)[] = [];
  let refused: string | null = null;
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH);
    await budget.take(batch.length);
    const pipeline = commands.pipeline();
    for (const { key } of batch) pipeline.exists(toWire(key) as string | Buffer);
    for (const [error, answer] of (await pipeline.exec()) ?? []) {
      if (error && error.name !== 'ReplyError') throw error;
      // The next pass asks for a moved slot at its new node.
      if (error && redirectionOf(error) === null) refused ??= error.message;
      there.push(error ? null : answer === 1);
    }
  }
  return { there, refused };
}
