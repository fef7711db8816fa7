import { type Claim, claimsOf } from './claims';
import { groupedBy, type History, type TakenLease } from './history';
import type { Finding, Violation } from './violation';

/** Claims of two holders overlap only where both read, or where there are as many permits. */
export function checkExclusion(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  for (const [key, claims] of claimsByKey(history)) {
    let active: Claim[] = [];
    for (const claim of claims) {
      active = active.filter(({ to }) => to > claim.from);
      checked += Math.max(active.length, 1);
      if (claim.lease.mode === 'permit') {
        if (active.length >= history.permits) violations.push(tooManyPermits(key, [...active, claim]));
      } else {
        for (const other of active)
          if (conflict(other.lease, claim.lease)) violations.push(overlap(key, other, claim));
      }
      active.push(claim);
    }
  }
  return { checked, violations };
}

/** Each new holder has a greater fencing token than all before it; a re-entry has no smaller one. */
export function checkFencing(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  for (const [key, claims] of claimsByKey(history)) {
    let last: TakenLease | null = null;
    for (const lease of new Set(claims.map((claim) => claim.lease))) {
      if (lease.fencingToken === null) continue;
      if (last && !forgottenBetween(last, lease, history)) {
        checked++;
        const before = last.fencingToken ?? 0n;
        const grows =
          lease.holder === last.holder ? lease.fencingToken >= before : lease.fencingToken > before;
        if (!grows) {
          const message = `${lease.name} was given fencing token ${lease.fencingToken} after ${last.name} had ${before}`;
          violations.push({
            rule: 'fencing-order',
            key,
            at: lease.from,
            message,
            about: aboutOf(last, lease),
          });
        }
      }
      last = lease;
    }
  }
  return { checked, violations };
}

function claimsByKey(history: History): Map<string, Claim[]> {
  const perKey = claimsOf(history).flatMap((claim) => claim.lease.keys.map((key) => ({ key, claim })));
  const groups = groupedBy(perKey, ({ key }) => key);
  return new Map(
    [...groups].map(([key, group]) => [key, group.map(({ claim }) => claim).sort((a, b) => a.from - b.from)]),
  );
}

function conflict(a: TakenLease, b: TakenLease): boolean {
  return a.holder !== b.holder && !(a.mode === 'read' && b.mode === 'read');
}

function overlap(key: string, first: Claim, second: Claim): Violation {
  const ms = (Math.min(first.to, second.to) - second.from).toFixed(1);
  const says = ({ lease }: Claim) => `${lease.name} (${lease.mode})`;
  return {
    rule: 'exclusion',
    key,
    at: second.from,
    message: `${says(first)} and ${says(second)} both held it for ${ms} ms`,
    about: aboutOf(first.lease, second.lease),
  };
}

function tooManyPermits(key: string, claims: Claim[]): Violation {
  const names = claims.map(({ lease }) => lease.name).join(', ');
  return {
    rule: 'permits-exceeded',
    key,
    at: claims.at(-1)?.from ?? 0,
    message: `${claims.length} permits were held at once: ${names}`,
    about: aboutOf(...claims.map(({ lease }) => lease)),
  };
}

function forgottenBetween(a: TakenLease, b: TakenLease, { faults }: History): boolean {
  return faults.some(({ lossy, at, until }) => lossy && at <= b.from && until >= a.calledAt);
}

function aboutOf(...leases: TakenLease[]): string[] {
  return leases.flatMap(({ name, token }) => [name, token]);
}
