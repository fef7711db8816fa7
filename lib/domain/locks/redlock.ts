/** Votes needed of `nodes` configured nodes: floor(n/2) + 1. */
export function quorumOf(nodes: number): number {
  return Math.floor(nodes / 2) + 1;
}

/** Clock drift allowance of a lease, ms: 1 % and 2 ms, as the algorithm's authors define it. */
export function driftMs(leaseMs: number): number {
  return leaseMs * 0.01 + 2;
}
