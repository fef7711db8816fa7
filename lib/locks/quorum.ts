/** Votes that are needed of `nodes` configured ones: floor(n/2) + 1. */
export function quorumOf(nodes: number): number {
  return Math.floor(nodes / 2) + 1;
}

/** Clock allowance of a lease, ms: 1 % and 2 ms, as the algorithm's authors have it. */
export function driftMs(leaseMs: number): number {
  return leaseMs * 0.01 + 2;
}

/**
 * Counts votes as they come: resolves as soon as `decided` says so of those that are in, or when all are in. No vote may
 * reject. Votes that come later are nobody's here.
 */
export function countVotes<V>(
  votes: readonly Promise<V>[],
  decided: (counted: readonly V[]) => boolean,
): Promise<readonly V[]> {
  return new Promise((resolve) => {
    const counted: V[] = [];
    for (const vote of votes) {
      void vote.then((value) => {
        counted.push(value);
        if (decided(counted) || counted.length === votes.length) resolve([...counted]);
      });
    }
  });
}
