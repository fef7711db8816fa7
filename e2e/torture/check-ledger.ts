import { forcedAt } from './claims';
import { kindOfKey } from './events';
import { groupedBy, type History, type TakenLease } from './history';
import { deadlineOf, type Ledger, ledgerOf, type Tenure } from './tenures';
import type { Finding, Violation } from './violation';

/** A server that says expired may be this much ahead of the deadline as we know it. */
const CLOCK_MS = 3;

/**
 * What the servers wrote, against what the clients were entitled to. A node of a redlock is one vote, which its client may
 * give back while the others hold: there only what is written over another counts.
 */
export function checkLedger(history: History): Finding {
  const ledger = ledgerOf(history.writes);
  const violations = [...ledger.intrusions.map(intrusion), ...ledger.eternal.map(eternity)];
  let checked = ledger.tenures.length;
  const stays = groupedBy(ledger.tenures, ({ key, token }) => `${key} ${token}`);
  for (const [token, leases] of history.leasesOfToken) {
    for (const key of new Set(leases.flatMap(({ keys }) => keys))) {
      if (kindOfKey(key) === 'redlock') continue;
      checked += 2 + leases.length;
      // Attempts before the one that succeeded took and gave back under the same token.
      const stay = stays.get(`${key} ${token}`)?.at(-1);
      const problems = stay
        ? [
            removalProblem(stay, leases, history),
            remainsProblem(stay, leases, history),
            ...leases.map((lease) => releaseProblem(lease, stay)),
          ]
        : leases.map((lease) => absenceProblem(key, lease, history));
      violations.push(...problems.filter((problem) => problem !== null));
    }
  }
  return { checked, violations };
}

function intrusion({ before, after }: Ledger['intrusions'][number]): Violation {
  const message = `${after.token} was written beside or over ${before.token}`;
  const about = [before.token, after.token];
  return { rule: 'written-over', key: after.key, at: after.from, message, about };
}

function eternity({ key, from, token }: Tenure): Violation {
  const message = `${token} took it and left it without a TTL`;
  return { rule: 'never-expires', key, at: from, message, about: [token] };
}

/** Each hold that goes was given back by its holder, forced, or had reached its deadline. */
function removalProblem(stay: Tenure, leases: TakenLease[], history: History): Violation | null {
  const { key, token } = stay;
  const deadlineMs = deadlineOf(stay);
  const expired = (at: number) => at + history.originEpochMs >= deadlineMs - CLOCK_MS;
  const forced = (at: number) => forcedAt(stay, history).some((force) => force <= at);
  // Who is told of a loss relies on nothing any more, and gives back what may be left.
  const givenUp = (at: number) => leases.some(({ lost }) => lost && lost.at <= at);
  const closed = (at: number) => leases.some(({ process }) => (history.closes.get(process) ?? at) < at);
  let gone = 0;
  for (const { at, count } of stay.givenBack) {
    gone += count;
    const called = leases.filter(({ releases }) => releases[0] && releases[0].at <= at).length;
    const entitled = called + undone(token, at, history);
    if (gone <= entitled || expired(at) || forced(at) || givenUp(at) || closed(at)) continue;
    const message = `${token} lost ${count} of its holds in Redis when ${entitled} had been given back, ${(
      deadlineMs - history.originEpochMs - at
    ).toFixed(0)} ms before its deadline`;
    return { rule: 'freed-while-held', key, at, message, about: [token, ...leases.map(({ name }) => name)] };
  }
  return null;
}

/** Re-entries that failed: the client gives back what they may have taken. */
function undone(token: string, at: number, { failedReentriesOfToken }: History): number {
  return (failedReentriesOfToken.get(token) ?? []).filter((each) => each.at <= at).length;
}

/** A release that says it was done did remove its holder, which was there until then. */
function releaseProblem(lease: TakenLease, stay: Tenure): Violation | null {
  const done = lease.releases.find(({ returned }) => returned?.outcome === 'done');
  const [first] = lease.releases;
  if (!done || !first || lease.releases.some(({ disturbed }) => disturbed)) return null;
  if (stay.end !== 'removed' || stay.to === null || stay.to >= first.at) return null;
  return {
    rule: 'released-not-held',
    key: stay.key,
    at: first.at,
    message: `${done.op} said it released ${lease.token}, which was gone before the call`,
    about: [done.op, lease.name, lease.token],
  };
}

/** A lease that was given is in Redis. */
function absenceProblem(key: string, lease: TakenLease, { heardUntil }: History): Violation | null {
  if (lease.from > heardUntil) return null;
  const message = `${lease.name} was acquired, and ${lease.token} was never in Redis`;
  return { rule: 'not-in-redis', key, at: lease.from, message, about: [lease.name, lease.token] };
}

/** Where every lease was released and nothing disturbed it, the holder is gone. */
function remainsProblem(stay: Tenure, leases: TakenLease[], history: History): Violation | null {
  const { key, token } = stay;
  if (stay.end !== null || undone(token, Number.POSITIVE_INFINITY, history) > 0) return null;
  const isReleased = ({ releases }: TakenLease) =>
    releases.some(({ returned, disturbed }) => returned?.outcome === 'done' && !disturbed);
  if (!leases.every(isReleased)) return null;
  const at = Math.max(...leases.map(({ releases }) => releases.at(-1)?.at ?? 0));
  const message = `${token} was released by each of its leases and is still there`;
  return { rule: 'left-behind', key, at, message, about: [token] };
}
