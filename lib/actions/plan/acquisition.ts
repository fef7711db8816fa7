import type { LockMemory } from '../../collector/types';
import type { Acquisition } from '../../contract/actions';
import { isReported, type NodeReports } from '../../domain/nodes/node-status';
import { ConsoleError } from '../../domain/values/errors';
import { type KeyLocation, readNow } from '../../reads/find-lock';
import { holderSeen } from './holder-seen';

type Numbered = Omit<Acquisition, 'confirmed'>;

/** The present hold of the holder with this token, as the collector numbered it; null = it does not know that holder. */
export function acquisitionOf({ id, watched }: KeyLocation, tokenDigest: string): Numbered | null {
  return acquisitionIn(watched.collector.find(id), tokenDigest);
}

/** The same of what is known of a lock. */
export function acquisitionIn(memory: LockMemory | null, tokenDigest: string): Numbered | null {
  const holder = holderSeen(memory?.lock ?? null, tokenDigest);
  const version = holder && memory?.acquisitions[memory.lock.holders.indexOf(holder)];
  return version ? { version, sinceMs: holder.since ? Math.round(holder.since.atMs) : null } : null;
}

/**
 * Whether the collector learns of every end of a hold: the server reports changes, and release messages where a holder's
 * next hold may follow at once. Sharded messages, which clusters may use, reach nobody who subscribes by pattern.
 */
export function areEndsReported({ id, watched: { collector, target } }: KeyLocation): boolean {
  if (target.topology.kind === 'cluster') return false;
  const node = collector.find(id)?.lock.node;
  const nodes = collector
    .reports()
    .filter((each) => target.topology.kind === 'redlock' || each.node === node);
  return nodes.length > 0 && nodes.every(reportsEnds);
}

function reportsEnds({ events, state, missingRights }: NodeReports): boolean {
  const isDeaf = missingRights?.some(({ command }) => command === 'PSUBSCRIBE');
  return state === 'live' && isReported(events) && !isDeaf;
}

/**
 * What an act asks of the collector about the hold that was seen: it is over when its number is another one now, or when the
 * collector knows it only since it was seen. `catchUp` rejects with `node-down` where the collector cannot tell and the
 * preview was confirmed: the next one is not, and asks for the typed key where that matters.
 */
export function holdWatch(
  place: KeyLocation,
  seen: { tokenDigest: string; acquisition: Acquisition | null },
) {
  const { acquisition, tokenDigest } = seen;
  const isOver = () => acquisitionOf(place, tokenDigest)?.version !== acquisition?.version;
  async function catchUp() {
    await readNow(place).catch((cause) => {
      if (!acquisition?.confirmed) return;
      const text = 'Whether it is still the hold that was seen could not be read; nothing was touched.';
      throw new ConsoleError('node-down', text, { mayHaveHappened: false }, { cause });
    });
  }
  if (place.watched.masters.length === 0) return { catchUp, isOver };
  // What the act does on one master is seen as an end: all of them go by what was known before.
  let wasOver: Promise<boolean> | null = null;
  let over = false;
  return {
    async catchUp() {
      wasOver ??= catchUp().then(isOver);
      over = await wasOver;
    },
    isOver: () => over,
  };
}
