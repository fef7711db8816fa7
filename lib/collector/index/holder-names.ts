import type { Heartbeat, Holder } from '../../contract/holder';
import { holderLabel, type ProcessSight, recordIdOf, seenProcess } from '../../domain/holders/lock-holder';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import type { DecodedHolder } from '../../formats/core/format';
import type { Entry } from './entry-types';

export type HolderContext = {
  target: Target;
  /** Host and port of the server that has this key. */
  nodeOf(key: ByteString): string;
  /** What is known of a process from its heartbeat record; null = nothing yet. */
  sightOf(id: string): ProcessSight | null;
};

type Sights = Pick<HolderContext, 'sightOf'>;

/** Ids under which the processes of these holders may have heartbeat records. */
export function recordIdsOf(holders: readonly Pick<DecodedHolder, 'process'>[]): string[] {
  return holders.flatMap(({ process }) => recordIdOf(process) ?? []);
}

/** Heartbeats of the holders, in their order. */
export function heartbeatsOf(entry: Entry, { sightOf }: Sights): (Heartbeat | null)[] {
  return entry.recognised.decoded.holders.map(({ process }) => {
    const id = recordIdOf(process);
    return id === null ? null : (sightOf(id)?.heartbeat ?? null);
  });
}

/** Label and process of a holder, from its token and its process's heartbeat record. */
export function namedBy(
  { label, process }: DecodedHolder,
  { sightOf }: Sights,
): Pick<Holder, 'label' | 'process'> {
  if (!process) return { label, process };
  const id = recordIdOf(process);
  const seen = seenProcess(process, id === null ? null : sightOf(id));
  return { label: holderLabel(label, seen), process: seen };
}

/** A short label of a holder for event lists; null = a value that others write too, such as `locked`. */
export function shortLabel(holder: DecodedHolder, sights: Sights): string | null {
  const { label } = namedBy(holder, sights);
  if (label === null && !holder.tokenUnique) return null;
  const text = label ?? displayOf(holder.token, holder.tokenLength).text;
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}

/** Updates the holders' labels to what is known now, so that later events carry them. */
export function relabel(entry: Entry, sights: Sights): void {
  const { reading } = entry.facts;
  const { holders } = entry.recognised.decoded;
  const named = reading.holders.map((holder, i) => {
    const decoded = holders[i];
    return decoded ? { ...holder, label: shortLabel(decoded, sights) } : holder;
  });
  entry.facts = { ...entry.facts, reading: { ...reading, holders: named } };
}
