/** Votes that are needed of `nodes` configured ones: floor(n/2) + 1. */
export function quorumOf(nodes: number): number {
  return Math.floor(nodes / 2) + 1;
}

/** Clock allowance of a lease, ms: 1 % and 2 ms, as the algorithm's authors have it. */
export function driftMs(leaseMs: number): number {
  return leaseMs * 0.01 + 2;
}
