import type { BulkItem, BulkPlan, BulkPlanRequest } from '../../contract/bulk';
import type { Holder } from '../../contract/holder';
import { MOST_BULK } from '../../contract/limits';
import type { Lock } from '../../contract/lock';
import { may } from '../../domain/access/grants';
import { isSeenToRenew, mostRequired } from '../../domain/actions/although';
import { compareBulk, planned } from '../../domain/actions/bulk';
import { isOfHold } from '../../domain/actions/hold-choice';
import { otherKeysOf } from '../../domain/actions/other-keys';
import { holderRefsOf } from '../../domain/holders/holder-ref';
import { bytesOf, displayOf } from '../../domain/keys/bytes';
import { keyOfSlug, type LockId, parseLockId } from '../../domain/keys/lock-id';
import { describeProblem, matches, parseFilter } from '../../domain/lists/lock-filter';
import { UNKNOWN } from '../../domain/values/counted';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { locate, refresh } from '../../reads/find-lock';
import { heldByName } from '../../reads/held-by';
import type { Runtime, TargetHandle } from '../../server/runtime/types';
import { sha256Hex } from '../plan/holder-seen';
import { type Indistinguishable, isKnownByDeadline } from '../plan/indistinguishable';
import { previewKey } from '../plan/preview';
import { secondPersonText } from '../run/second-person';
import { type Caller, countedBy } from '../with-audit';
import { holdsOfRun, staying } from './holds-of-run';
import { pooled } from './pooled';

/** So many locks are read at a time: what people ask for one by one must not wait behind them. */
const READ_AT_ONCE = 16;

type Chosen = { lock: Lock; holder: Holder | null };

/**
 * What one run would release: all locks of a holder, those of a list, or those that match a filter, with the other keys of
 * their holds, each read from Redis now. Locks that cannot be released so are in it with the reason. Changes nothing.
 * Throws `invalid-argument` for an invalid filter and an unknown target, and `rate-limited`. What cannot be read is an item with that reason.
 */
export async function bulkPlan(runtime: Runtime, ask: BulkPlanRequest, caller: Caller): Promise<BulkPlan> {
  // Up to 500 readings that nobody's budget counts.
  runtime.actLimit.take(`plan ${countedBy(caller)}`);
  const notKnown = await readUnknown(runtime, ask.ids ?? ask.held?.map(({ id }) => id) ?? []);
  const { chosen, missing: absent } = chosenBy(runtime, ask);
  const missing = absent.map((item) => (notKnown.has(item.id) ? { ...item, why: NOT_KNOWN } : item));
  const added = keysOfSameHolds(runtime, chosen);
  const all = [...chosen, ...added].sort((a, b) => compareBulk(roughly(a), roughly(b)));
  const read = await readAll(runtime, all.slice(0, MOST_BULK), caller);
  const gone = new Set(all.flatMap(({ lock }, at) => (read[at] === null ? [lock.id] : [])));
  const items = withHolds(runtime, [...read.filter((item) => item !== null), ...missing], gone);
  const isAdded = new Set(added.map(({ lock }) => lock.id));
  return {
    items: items.sort(compareBulk),
    added: items.filter(({ id }) => isAdded.has(id)).length,
    more: Math.max(0, all.length - MOST_BULK),
    requires: mostRequired(
      items.map(({ why, although, untilMs }) => ({ although: why ? null : although, untilMs })),
    ),
    nowMs: runtime.now(),
  };
}

/**
 * Has the collector read the named locks that it does not know: one that was taken a moment ago is held all the same. Those
 * that could not be read are not known to be free.
 */
async function readUnknown(runtime: Runtime, ids: readonly LockId[]): Promise<Set<LockId>> {
  const notKnown = new Set<LockId>();
  const read = async (id: LockId) => {
    const place = locate(runtime, id);
    const isKnown = place.watched.collector.find(id) !== null;
    if (!isKnown && !(await refresh(runtime, place))) notKnown.add(id);
  };
  await pooled([...new Set(ids)], READ_AT_ONCE, (id) => read(id).catch(() => {})); // no such target, or a key that nobody knows
  return notKnown;
}

/** A heartbeat counts that was read since the plan began: of a process with all these locks it is read once. */
async function readAll(
  runtime: Runtime,
  chosen: readonly Chosen[],
  caller: Caller,
): Promise<(BulkItem | null)[]> {
  const beganAtMs = runtime.now();
  const read = (each: Chosen) => itemOf(runtime, each, caller, runtime.now() - beganAtMs);
  // The first one alone, so that the others find the heartbeat read.
  const first = await pooled(chosen.slice(0, 1), 1, read);
  return [...first, ...(await pooled(chosen.slice(1), READ_AT_ONCE, read))];
}

function chosenBy(runtime: Runtime, ask: BulkPlanRequest): { chosen: Chosen[]; missing: BulkItem[] } {
  const { holder: ref, ids, held, q = '', target = null } = ask;
  if (ref !== undefined) {
    const { locks, ref: name } = heldByName(runtime, ref);
    const known = locksById(runtime);
    const chosen = locks.map((lock): Chosen => {
      const at = lock.holders.findIndex((holder) => holderRefsOf(holder).includes(name));
      const found = known.get(lock.id) ?? lock;
      return { lock: found, holder: found.holders[at] ?? null };
    });
    return { chosen, missing: [] };
  }
  if (held) return chosenOfHolders(runtime, held);
  if (ids) {
    const known = locksById(runtime);
    const found = [...new Set(ids)].map((id) => ({ id, lock: known.get(id) }));
    return {
      chosen: found.flatMap(({ lock }) => (lock ? [ofOneHolder(lock)] : [])),
      missing: found.flatMap(({ id, lock }) => (lock ? [] : [missingItem(id)])),
    };
  }
  const { terms, problem } = parseFilter(q);
  if (problem)
    throw new ConsoleError('invalid-argument', describeProblem(problem), { setting: 'q', ...problem });
  if (target !== null) runtime.watched(target);
  const nowMs = runtime.now();
  const found = runtime
    .locks(target)
    .filter((lock) => lock.holders.length > 0 && matches(lock, terms, nowMs));
  return { chosen: found.map(ofOneHolder), missing: [] };
}

const locksById = (runtime: Runtime) => new Map(runtime.locks().map((lock) => [lock.id, lock]));

/** Whoever else has a lock by now was never shown, let alone chosen; without a token nobody was shown before. */
function chosenOfHolders(runtime: Runtime, held: NonNullable<BulkPlanRequest['held']>) {
  const known = locksById(runtime);
  const chosen: Chosen[] = [];
  const missing: BulkItem[] = [];
  for (const [id, token] of new Map(held.map((each) => [each.id, each.token]))) {
    const lock = known.get(id);
    if (lock && token === undefined) {
      chosen.push(ofOneHolder(lock));
      continue;
    }
    const holder = lock?.holders.find((each) => each.token.text === token);
    if (lock && holder) chosen.push({ lock, holder });
    else
      missing.push(
        lock && lock.holders.length > 0 ? { ...knownItem(lock, null), why: ANOTHER } : missingItem(id),
      );
  }
  return { chosen, missing };
}

function ofOneHolder(lock: Lock): Chosen {
  return { lock, holder: lock.holders.length === 1 ? (lock.holders[0] ?? null) : null };
}

/** A hold over several keys is released whole: its other keys, as far as they are known to be of it. */
function keysOfSameHolds(runtime: Runtime, chosen: readonly Chosen[]): Chosen[] {
  const ids = new Set(chosen.map(({ lock }) => lock.id));
  const holds = chosen.flatMap(({ lock, holder }) => (holder ? [{ lock, holder }] : []));
  return [...otherKeysOf(holds, runtime.locks).values()].flat().flatMap((same) => {
    if (!isOfHold(same) || ids.has(same.lock.id)) return [];
    ids.add(same.lock.id);
    return [{ lock: same.lock, holder: same.holder }];
  });
}

/** With the number of keys of its hold that stay held, for each lock that can be released. */
function withHolds(runtime: Runtime, items: readonly BulkItem[], gone: ReadonlySet<LockId>): BulkItem[] {
  const holds = holdsOfRun(runtime, planned(items), gone);
  return items.map((item) => ({ ...item, ...staying(holds.get(item.id)) }));
}

/** By what is known before it is read. */
function roughly({ lock }: Chosen): Pick<BulkItem, 'why' | 'waiting' | 'ttlMs' | 'key'> {
  return { why: null, waiting: lock.waiters.count, ttlMs: lock.ttlMs, key: lock.key };
}

/** null = it was given back before it could be read, which is no loss to anybody. */
async function itemOf(
  runtime: Runtime,
  { lock, holder }: Chosen,
  caller: Caller,
  heartbeatAgeMs: number,
): Promise<BulkItem | null> {
  const known = knownItem(lock, holder);
  const denied = deniedOf(caller, lock);
  if (denied) return { ...known, why: denied };
  const watched = runtime.watched(lock.target);
  const { target } = watched;
  if (target.twoPersons)
    return { ...known, why: { code: 'second-person', message: secondPersonText(target) } };
  if (!holder) return { ...known, why: SEVERAL };
  const isOne = lock.holders.length === 1;
  if (!isOne && !holder.token.exact) return { ...known, why: SEVERAL };
  const tokenDigest = isOne ? undefined : sha256Hex(bytesOf(holder.token.text));
  try {
    const ask = { action: 'release' as const, ...(tokenDigest !== undefined && { tokenDigest }) };
    const read = await previewKey(runtime, lock.id, ask, heartbeatAgeMs);
    if (read.holder.token.text !== holder.token.text) return { ...known, why: ANOTHER };
    const why = read.why ?? (needsTypedKey(read, watched) ? ONE_BY_ONE : null);
    return {
      ...knownItem(read.lock, read.holder),
      seen: why ? null : read.seen,
      why,
      although: read.requires.although,
      ...(read.requires.untilMs !== undefined && { untilMs: read.requires.untilMs }),
    };
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    const { code, message } = error;
    return code === 'not-found' || code === 'not-held' ? null : { ...known, why: { code, message } };
  }
}

function knownItem(lock: Lock, holder: Holder | null): BulkItem {
  const { id, key, target, node, waiters } = lock;
  return {
    id,
    key,
    target,
    node,
    holder: holder && {
      token: holder.token,
      label: holder.label,
      verdict: holder.verdict,
      holdCount: holder.holdCount,
      ...(holder.quarantine && { quarantine: holder.quarantine }),
    },
    waiting: waiters.count,
    ttlMs: holder?.ttlMs ?? lock.ttlMs,
    seen: null,
    why: null,
    although: null,
  };
}

function missingItem(id: LockId): BulkItem {
  const address = parseLockId(id);
  const key = address ? keyOfSlug(address.slug) : null;
  return {
    id,
    key: displayOf(key ?? id),
    target: address?.target ?? '',
    node: '',
    holder: null,
    waiting: UNKNOWN,
    ttlMs: null,
    seen: null,
    why: { code: 'not-found', message: 'There is no lock under this key now.' },
    although: null,
  };
}

const NOT_KNOWN = {
  code: 'not-known',
  message: 'It could not be read: whether anybody has it is not known.',
};
const SEVERAL = { code: 'several', message: 'Several hold it: one of them is chosen on its page.' };
const ANOTHER = { code: 'successor', message: 'Another holder has it by now.' };
const ONE_BY_ONE = {
  code: 'one-by-one',
  message: 'A successor cannot be told from this holder: it is released alone, with its key typed.',
};

/** Where the act could reach another hold than the one that was seen, a count that was typed is not enough. */
function needsTypedKey(read: Awaited<ReturnType<typeof previewKey>>, { masters }: TargetHandle): boolean {
  const { consequences, lock, requires, seen } = read;
  const has = (unproven: Indistinguishable) => consequences.some(({ code }) => code === unproven);
  if (lock.possible === true || has('successor-indistinguishable')) return true;
  const isAlone = lock.holders.length === 1 && masters.length === 0;
  const isRenewing = isSeenToRenew(requires.although, lock.renewal);
  const isKnown = isAlone && !isRenewing && isKnownByDeadline(seen);
  return has('next-hold-indistinguishable') && !isKnown;
}

function deniedOf({ by }: Caller, lock: Lock): BulkItem['why'] {
  const address = parseLockId(lock.id);
  const key = address && keyOfSlug(address.slug);
  const missing = (['release', 'bulk'] as const).find((right) => !may(by.grants, right, lock.target, key));
  return missing ? { code: 'denied', message: `The right to ${missing} is missing here.` } : null;
}
