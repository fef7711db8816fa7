import { groupedBy, type History, type TakenLease } from './history';
import { isReader, ledgerOf, type Tenure } from './tenures';
import type { Finding, Violation } from './violation';

/** What clocks of whole milliseconds differ by. */
const CLOCK_MS = 3;

/**
 * What a lease promises, Redis grants: some write set a deadline that is not before the promised one, and while the
 * promise is relied on none set an earlier one. Not checked are redlocks, whose promise is that of several nodes, and read
 * holds, each of which has a deadline of its own.
 */
export function checkPromises(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  const tenures = groupedBy(ledgerOf(history.writes).tenures, ({ key, token }) => `${key} ${token}`);
  const told = new Set<Tenure>(); // once of a holder, however many leases it has
  for (const lease of history.leases) {
    if (lease.kind === 'redlock') continue;
    for (const key of lease.keys) {
      const stay = tenures.get(`${key} ${lease.token}`)?.at(-1);
      if (!stay || isReader(stay)) continue;
      checked += lease.promises.length;
      if (told.has(stay)) continue;
      const broken = lease.promises.find((promise) => !isGranted(promise, stay, lease, history));
      if (!broken) continue;
      told.add(stay);
      const granted = stay.deadlines.map(
        ({ at, ms }) => `${(ms - history.originEpochMs).toFixed(0)} at ${at.toFixed(0)}`,
      );
      const message = `${lease.name} promised until ${broken.until}, Redis granted until ${granted.slice(-6).join(', ')}`;
      violations.push({
        rule: 'promised-too-long',
        key,
        at: broken.at,
        message,
        about: [lease.name, lease.token],
      });
    }
  }
  return { checked, violations };
}

function isGranted(
  { at, until }: { at: number; until: number },
  { deadlines, to }: Tenure,
  lease: TakenLease,
  { originEpochMs, heardUntil }: History,
): boolean {
  const reliedUntil = Math.min(lease.releases[0]?.at ?? until, lease.lost?.at ?? until, to ?? until, until);
  if (at >= reliedUntil || reliedUntil > heardUntil) return true;
  const enough = ({ ms }: { ms: number }) => ms - originEpochMs >= until - CLOCK_MS;
  // What backs a promise was written before it, but may have been heard of after it.
  const known = deadlines.findLastIndex((deadline) => deadline.at <= at && enough(deadline));
  const granted = known >= 0 ? known : deadlines.findIndex(enough);
  const later = deadlines.slice(granted).filter((deadline) => deadline.at < reliedUntil);
  return granted >= 0 && later.every(enough);
}
