import { LOCK_ACTIONS } from '../contract/action-codes';
import { Seen } from '../contract/actions';
import type { AuditEntry } from '../contract/audit';
import { mayRepeat } from '../domain/actions/may-repeat';
import { isConsoleError } from '../domain/values/errors';
import { type KeyLocation, knownOf, locate, readNow } from '../reads/find-lock';
import { readLock } from '../reads/read-lock';
import type { AnyRedis } from '../redis/connection';
import { within } from '../server/record/within';
import type { ActionSettler, Runtime } from '../server/runtime/types';
import { acquisitionOf } from './plan/acquisition';
import { settledRun } from './settle-runs';

/** What a later look found, under `details.settled` of an entry. */
export type Settled = {
  /**
   * `still-held`: the hold that was seen is there, so a release did not happen; `not-extended`: with the lease that was seen;
   * `gone`: that holder no longer has it; `another`: whether it is the hold that was seen, or its lease was raised by the
   * act, cannot be told.
   */
  is: 'still-held' | 'not-extended' | 'gone' | 'another';
  atMs: number;
};

/** An act of another process may be under way for so long. */
const UNDER_WAY_MS = 20_000;
const ANSWER_MS = 2_000;
/** Entries that are looked through after a start. */
const LOOKED_THROUGH = 1_000;
const DEADLINE_SLACK_MS = 5;

type Settling = Pick<Runtime, 'all' | 'history' | 'now' | 'log'>;

/**
 * Settles acts whose reply was lost, and runs that never ended: those of this process, and those that a killed one left behind. It asks Redis on the
 * connection that sent the act, so that its answer comes after the act, and has the collector read the lock.
 */
export function createActionSettler(runtime: Settling): ActionSettler {
  const open = new Map<number, AuditEntry>();
  let isBegun = false;

  async function begin(): Promise<void> {
    if (isBegun) return;
    // One that waits for the database is added when it is there.
    for (const entry of await runtime.history.audit({ limit: LOOKED_THROUGH }))
      if (isOpen(entry) && entry.id > 0) open.set(entry.id, entry);
    isBegun = true;
  }

  async function settle(entry: AuditEntry): Promise<void> {
    const found =
      entry.action === 'release-many' ? await settledRun(runtime, entry) : await settledAct(entry);
    if (found === null) return;
    // Of another console, which may have learned the outcome since.
    const now = await entryNow(runtime, entry);
    if (now === null || isOpen(now)) await runtime.history.updateAudit(entry.id, found);
    open.delete(entry.id);
  }

  async function settledAct(entry: AuditEntry): Promise<Pick<AuditEntry, 'outcome' | 'details'> | null> {
    if (mayBeUnderWay(entry) && runtime.now() - entry.atMs < UNDER_WAY_MS) return null;
    const settled = await settledOf(runtime, entry);
    if (settled === null) return null;
    const happened = settled.is === 'gone' || settled.is === 'another';
    return { outcome: happened ? 'unknown' : 'failed', details: { ...entry.details, settled } };
  }

  return {
    add(entry) {
      if (isOpen(entry)) open.set(entry.id, entry);
    },
    async run() {
      await begin();
      for (const entry of [...open.values()]) {
        await settle(entry).catch((err: unknown) => {
          // The next run tries again, but for a lock that nobody watches any more.
          if (isConsoleError(err, 'not-found')) open.delete(entry.id);
          runtime.log.warn({ err, auditId: entry.id }, 'what became of an act could not be read');
        });
      }
    },
  };
}

function isOpen({ action, outcome, details }: AuditEntry): boolean {
  const isAct = action === 'release-many' || LOCK_ACTIONS.some((each) => each === action);
  return isAct && (outcome === 'attempted' || (outcome === 'unknown' && details.settled === undefined));
}

/** The entry as it is by now; null = it is not found under its number, as while it waits for the database. */
async function entryNow(
  { history }: Pick<Settling, 'history'>,
  { id, action, atMs }: AuditEntry,
): Promise<AuditEntry | null> {
  const found = await history.audit({ action, from: atMs, to: atMs + 1, limit: LOOKED_THROUGH });
  return found.find((entry) => entry.id === id) ?? null;
}

/** Of one that was taken from a file the outcome may be on its way as well. */
function mayBeUnderWay({ outcome, details }: AuditEntry): boolean {
  return outcome === 'attempted' || details.direct !== undefined || details.spooled !== undefined;
}

/** null = it cannot be read now. */
async function settledOf(runtime: Settling, entry: AuditEntry): Promise<Settled | null> {
  const seen = Seen.safeParse(entry.details.seen);
  if (!entry.lockId || !seen.success) return { is: 'another', atMs: runtime.now() };
  const place = locate(runtime, entry.lockId);
  const { actions, masters } = place.watched;
  const servers = masters.length > 0 ? masters.map(({ redis }) => redis) : [actions];
  await Promise.all(servers.map((redis) => within(ANSWER_MS, redis.ping())));
  await readNow(place);
  const found = await Promise.all(servers.map((redis) => foundOn(redis, runtime, place, seen.data, entry)));
  // Done on one master is done, as far as that one goes.
  const worst = (['gone', 'another', 'not-extended', 'still-held'] as const).find((is) => found.includes(is));
  return { is: worst ?? 'another', atMs: runtime.now() };
}

async function foundOn(
  redis: AnyRedis,
  runtime: Settling,
  place: KeyLocation,
  seen: Seen,
  { action }: AuditEntry,
): Promise<Settled['is']> {
  const options = { now: runtime.now, ...knownOf(place), tokenDigest: seen.tokenDigest };
  const { lock } = await readLock(redis, place.key, options);
  const held = lock?.held;
  if (!lock || !held) return 'gone';
  const isNumbered = acquisitionOf(place, seen.tokenDigest)?.version === seen.acquisition?.version;
  const isSame = !mayRepeat(held.holder) || (seen.acquisition !== null && isNumbered);
  if (!isSame || held.holder.holdCount !== seen.holdCount) return 'another';
  if (action !== 'extend') return 'still-held';
  const [was, is] = [seen.deadlineMs, lock.deadlineMs];
  const isUnmoved = was === is || Math.abs(Number(was) - Number(is)) <= DEADLINE_SLACK_MS;
  return isUnmoved ? 'not-extended' : 'another';
}
