import type { History, Operation, TakenLease } from './history';

/** A stretch of time in which a holder could rely on a lease; `to` is not part of it. */
export type Claim = { lease: TakenLease; from: number; to: number };

/** The outcomes after which a force release has certainly changed nothing. */
const REFUSED = ['not-held', 'changed'];

/** When each lease could be relied on, as `events.ts` defines it. A lease that was over when it came has none. */
export function claimsOf(history: History): Claim[] {
  return history.leases.flatMap((lease) => {
    const end = endOf(lease, history);
    const claims: Claim[] = [];
    for (const [i, { at, until }] of lease.promises.entries()) {
      const next = lease.promises[i + 1]?.at ?? Number.POSITIVE_INFINITY;
      const to = Math.min(until, next, end);
      if (to <= at) continue;
      const last = claims.at(-1);
      if (last?.to === at) last.to = to;
      else claims.push({ lease, from: at, to });
    }
    return claims;
  });
}

function endOf(lease: TakenLease, history: History): number {
  const ends = [
    lease.releases[0]?.at,
    lease.lost?.at,
    history.closes.get(lease.process),
    ...forcedAt(lease, history),
    ...forgottenAt(lease, history),
  ];
  return Math.min(...ends.filter((end) => end !== undefined));
}

/** When others began to take the lock from this holder, or may have. A writer goes with whatever it reads. */
export function forcedAt({ token }: Pick<TakenLease, 'token'>, { forcesOfToken }: History): number[] {
  const forces = [...(forcesOfToken.get(token) ?? []), ...(forcesOfToken.get(`${token}:write`) ?? [])];
  return forces.filter(mayHaveFreed).map(({ at }) => at);
}

function mayHaveFreed({ returned, disturbed }: Operation): boolean {
  return disturbed || !returned || !REFUSED.includes(returned.outcome);
}

/** When the only server of this lock forgot it, if the acquisition may have been before that. */
export function forgottenAt({ calledAt, kind }: TakenLease, history: History): number[] {
  if (kind === 'redlock') return [];
  return history.faults.filter(({ lossy, until }) => lossy && calledAt <= until).map(({ at }) => at);
}
