import { setTimeout as pause } from 'node:timers/promises';
import type { Although } from '../../contract/action-codes';
import type { AuditEntry } from '../../contract/audit';
import type { BulkEnd, BulkLine, BulkRequest, BulkResult } from '../../contract/bulk';
import { BULK_AT_ONCE } from '../../contract/limits';
import { afterAction } from '../../domain/actions/after-action';
import { consentFor } from '../../domain/actions/although';
import { becauseOf, countBulk, type HeldNow, outcomeOfRun } from '../../domain/actions/bulk';
import { isInPart, leftInRun } from '../../domain/actions/hold-in-run';
import { remainingHolders } from '../../domain/actions/others-hold-on';
import { withShortTokens } from '../../domain/holders/short-token';
import type { LockId } from '../../domain/keys/lock-id';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { together } from '../../domain/values/together';
import { type KeyLocation, locate, refresh } from '../../reads/find-lock';
import type { Runtime } from '../../server/runtime/types';
import { acquisitionOf } from '../plan/acquisition';
import { hasDigest, holderSeen } from '../plan/holder-seen';
import { runOnKey } from '../run/action-on-key';
import { althoughNow } from '../run/consent';
import { stepUpFor } from '../step-up';
import { attempted, type Caller, conclude, countedBy, withAudit } from '../with-audit';
import { holdFacts, holdsOfRun, partOf, staying } from './holds-of-run';

/** `consent` = what may be released although, of this lock. */
type Item = BulkRequest['items'][number] & { place: KeyLocation; consent: Although | null };

/** Within this time the collector reads by itself a lock whose release was reported, ms; others it is asked to read then. */
const REPORTED_MS = 50;

/** What a result says besides, where there is nothing to say. */
const NOTHING = { because: null, why: null, after: null, woken: null, others: null, auditId: null };

/** A run that has begun. `signal` of `go` stops it before the next lock; what is under way is finished and recorded. */
export type BulkRelease = { go(onLine: (line: BulkLine) => void, signal: AbortSignal): Promise<void> };

/**
 * Begins to release many locks, each by its own compare-and-act on exactly what was seen, and in the audit for itself under
 * the entry of the run, whose scope has the ends of tokens alone: people read it who may not see them. A consent counts for a
 * lock as far as its plan requires one, and for no other. It stops at the first surprise (`becauseOf`): what was not tried then
 * is named as such.
 * Throws `invalid-argument` for a count that is not that of the locks, a lock named twice and an unknown one,
 * `rate-limited` (a run counts once), `step-up-required`, and what keeps the audit from being written.
 */
export async function beginReleaseMany(
  runtime: Runtime,
  request: BulkRequest,
  caller: Caller,
): Promise<BulkRelease> {
  const { count, reason, ticket, although, scope } = request;
  const items = request.items.map((item): Item => {
    const place = locate(runtime, item.id);
    const { although: needed = althoughNow({ body: item }, place, null, runtime).needed } = item;
    return { ...item, place, consent: consentFor(although ?? null, needed) };
  });
  if (new Set(items.map(({ id }) => id)).size !== items.length)
    throw new ConsoleError('invalid-argument', 'A lock is named twice.', { setting: 'items' });
  if (count !== items.length) {
    const text = `The typed count is ${count}, and the plan has ${items.length} locks.`;
    throw new ConsoleError('invalid-argument', text, { setting: 'count', planned: items.length });
  }
  const giveBack = runtime.actLimit.take(countedBy(caller));
  const targets = new Map(items.map(({ place: { watched } }) => [watched.target.name, watched.target]));
  const [only = ''] = targets.keys();
  const { passkeyAtMs, refusal } = await stepUpFor(runtime, caller, [...targets.values()]);
  const attempt = {
    action: 'release-many' as const,
    target: targets.size === 1 ? only : '',
    lockId: null,
    key: withShortTokens(scope, items.flatMap(tokensOf)),
    reason,
    caller,
    details: {
      planned: items.length,
      ...(ticket && { ticket }),
      ...(although && { although }),
      ...(passkeyAtMs !== null && { passkeyAtMs }),
    },
  };
  const begun = refusal
    ? withAudit<never>(runtime, attempt, () => Promise.reject(refusal)).then((refused) => refused.entry)
    : attempted(runtime, attempt);
  const entry = await begun.catch((error: unknown) => {
    giveBack();
    throw error;
  });
  const startedAtMs = runtime.now();
  const holds = holdsOfRun(runtime, items);
  /** Entries of released keys whose hold is on other keys too. */
  const ofHolds = new Map<LockId, AuditEntry>();
  let isSent = false;

  async function one(item: Item, onFailure: () => void): Promise<BulkResult> {
    const body = {
      ...{ seen: item.seen, reason },
      ...(ticket && { ticket }),
      ...(item.consent && { although: item.consent }),
    };
    const run = { auditId: entry.id, onFailure };
    const hold = holds.get(item.id);
    const part = hold ? partOf(item, hold) : null;
    const act = { id: item.id, action: 'release' as const, body, caller, run, part };
    const { collector } = item.place.watched;
    const known = collector.find(item.id)?.lock ?? null;
    try {
      const done = await runOnKey(runtime, act, () => {
        isSent = true;
      });
      const after = afterAction({ votes: known?.votes ?? null }, { outcome: 'released', nodes: done.nodes });
      const isShort = after?.is === 'short';
      const { woken, atMs } = done;
      if (hold) ofHolds.set(item.id, done.entry);
      const of = { ...NOTHING, id: item.id, woken, auditId: done.entry.id, atMs, ...staying(hold) };
      const holder = holderSeen(known, item.seen.tokenDigest);
      const others = known && holder ? remainingHolders(known, holder) : null;
      if (!isShort) return { ...of, outcome: 'released', others };
      const why = { code: 'quorum-not-reached', message: `released on ${after.done} of ${after.of} nodes` };
      return { ...of, outcome: 'unexpected', because: 'error', why };
    } catch (error) {
      return failedResult(runtime, item, error);
    }
  }

  async function run(onLine: (line: BulkLine) => void, signal: AbortSignal): Promise<void> {
    const results = new Map<string, BulkResult>();
    const released = new Set<Item>();
    let isSurprised = false;
    const report = (result: BulkResult) => {
      results.set(result.id, result);
      isSurprised ||= result.outcome === 'unexpected';
      onLine({ result });
    };
    /** Sees to it that the collector knows of these releases, and looks which locks came back. No other lock waits for it. */
    const readAgain = together<Item, void>(async (some) => {
      await pause(REPORTED_MS);
      const isRead = async ({ place }: Item) =>
        place.watched.collector.find(place.id) === null || refresh(runtime, place);
      const read = await Promise.all(some.map(isRead));
      // Before, its message alone would look as if the same token had it again.
      for (const [at, item] of some.entries()) if (read[at]) released.add(item);
      for (const item of cameBack(released)) report(cameBackResult(runtime, item, results));
      return [];
    });
    const reading: Promise<void>[] = [];
    /** Acts that failed and are not judged yet: one of them may be the surprise. */
    let unjudged = 0;
    const underWay = new Map<number, Promise<number>>();
    const begin = async (at: number, item: Item) => {
      let isFailing = false;
      const result = await one(item, () => {
        isFailing = true;
        unjudged += 1;
      });
      if (isFailing) unjudged -= 1;
      report(result);
      if (result.outcome === 'released') {
        const read = readAgain(item);
        read.catch(() => {}); // whoever waits for all of them gets it
        reading.push(read);
      }
      return at;
    };
    const mayBegin = () => !signal.aborted && !isSurprised && unjudged === 0;
    let next = 0;
    for (;;) {
      while (underWay.size < BULK_AT_ONCE && next < items.length && mayBegin()) {
        underWay.set(next, begin(next, items[next] as Item));
        next += 1;
      }
      if (underWay.size === 0) break;
      underWay.delete(await Promise.race(underWay.values()));
    }
    await Promise.all(reading);
    for (const { id } of items.slice(next))
      report({ ...NOTHING, id, outcome: 'not-tried', atMs: runtime.now() });
    const areWhole = await concludeHolds(results, report);
    if (!isSent) giveBack();
    const end = endOf(results.values());
    await conclude(runtime, entry, outcomeOfRun(end.counts, areWhole), {
      counts: end.counts,
      ...(signal.aborted && { left: true }),
    });
    onLine({ end });
  }

  /**
   * Reports, and writes into the audit, which of the released keys are of a hold that is still on others, now that the run
   * is over. Whether none is.
   */
  async function concludeHolds(
    results: ReadonlyMap<LockId, BulkResult>,
    report: (result: BulkResult) => void,
  ): Promise<boolean> {
    const concluded = [...ofHolds].map(async ([id, of]) => {
      const [hold, result] = [holds.get(id), results.get(id)];
      if (!hold || !result) return true;
      const left = leftInRun(hold, (each) => results.get(each));
      const { held, unclear } = left;
      if (held > hold.kept.surely || unclear > 0)
        report({ ...result, ...(held > 0 && { kept: held }), ...(unclear > 0 && { unclear }) });
      // One that too few masters of a group freed is in part, whatever became of the others.
      const isWhole = of.details.short !== true && !isInPart(hold, left);
      const outcome = isWhole ? 'released' : 'partly-released';
      if (hold.members.length > 0) await conclude(runtime, of, outcome, { hold: holdFacts(hold, left) });
      return isWhole;
    });
    return (await Promise.all(concluded)).every(Boolean);
  }

  function endOf(results: Iterable<BulkResult>): BulkEnd {
    const atMs = runtime.now();
    return { counts: countBulk(results), auditId: entry.id, tookMs: Math.max(0, atMs - startedAtMs), atMs };
  }

  return { go: (onLine, signal) => runtime.finish(run(onLine, signal)) };
}

/** What the holders of a lock are called by that is worth a release, or makes a token. */
function tokensOf({ id, place: { watched } }: Item): string[] {
  const holders = watched.collector.find(id)?.lock.holders ?? [];
  return holders.flatMap(({ token, process }) => [
    token.text,
    ...(process?.instance ? [process.instance] : []),
  ]);
}

function failedResult(runtime: Runtime, item: Item, error: unknown): BulkResult {
  const { id, consent } = item;
  const of = { ...NOTHING, id, atMs: runtime.now() };
  if (!isConsoleError(error)) {
    runtime.log.error({ err: error, lock: id }, 'one of many releases failed');
    const why = { code: 'internal', message: 'Something went wrong inside the console.' };
    return { ...of, outcome: 'unexpected', because: 'unknown', why };
  }
  const { code, message, details } = error;
  const { after = null, auditId = null } = details as Partial<Pick<BulkResult, 'after' | 'auditId'>>;
  return { ...of, ...becauseOf(error, heldNow(item), consent), why: { code, message }, after, auditId };
}

/** Who has it, as the collector knows by now: it read the lock once more after the act. */
function heldNow({ place: { id, watched }, seen }: Item): HeldNow {
  const holders = watched.collector.find(id)?.lock.holders ?? [];
  if (holders.some((holder) => hasDigest(holder, seen.tokenDigest))) return 'same';
  return holders.length > 0 ? 'other' : 'nobody';
}

/** Released locks that the same token has again, each once: whoever wrote it lives. */
function cameBack(released: Set<Item>): Item[] {
  const back = [...released].filter((item) => {
    if (heldNow(item) !== 'same') return false;
    const { tokenDigest, acquisition } = item.seen;
    return acquisitionOf(item.place, tokenDigest)?.version !== acquisition?.version;
  });
  for (const item of back) released.delete(item);
  return back;
}

function cameBackResult(
  runtime: Runtime,
  { id }: Item,
  results: ReadonlyMap<string, BulkResult>,
): BulkResult {
  const why = { code: 'changed', message: 'it was released, and the same token has it again' };
  const before = results.get(id) ?? { ...NOTHING, id };
  return { ...before, outcome: 'unexpected', because: 'came-back', why, atMs: runtime.now() };
}
