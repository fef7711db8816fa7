import type { Lock } from '../../contract/lock';
import type { NodeSamples, TtlSample } from '../../contract/locks';

const LIMIT = 120;

/** Appends a sample unless it is not newer than the last; keeps the newest `LIMIT`. */
export function withSample(samples: TtlSample[], next: TtlSample): TtlSample[] {
  if ((samples.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= next.atMs) return samples;
  return [...samples, next].slice(-LIMIT);
}

/** Appends each node's present vote to its samples; `isSame` = the holder is still the one that was sampled. */
export function withVotes(
  before: readonly NodeSamples[],
  votes: Lock['votes'],
  isSame: boolean,
): NodeSamples[] {
  return (votes ?? []).flatMap(({ node, vote, ttlMs, readAtMs }) => {
    const kept = isSame ? (before.find((each) => each.node === node)?.samples ?? []) : [];
    const isRead = vote === 'yes' && ttlMs !== null && readAtMs !== null;
    const samples = isRead ? withSample(kept, { atMs: readAtMs, ttlMs }) : kept;
    return samples.length === 0 ? [] : [{ node, samples }];
  });
}
