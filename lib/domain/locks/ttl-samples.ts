import type { Lock } from '../../contract/lock';
import type { NodeSamples, TtlSample } from '../../contract/locks';

const LIMIT = 120;

/** The readings with one more, unless it is older than the last. */
export function withSample(samples: TtlSample[], next: TtlSample): TtlSample[] {
  if ((samples.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= next.atMs) return samples;
  return [...samples, next].slice(-LIMIT);
}

/** The readings of each node with what it says now; `isSame` = the holder is the one that they are of. */
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
