import type { BulkEnd, BulkItem, BulkLine, BulkPlan, BulkResult } from '../../lib/contract/bulk';
import { type BulkCounts, planned, toRun } from '../../lib/domain/actions/bulk';
import type { ConsoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import { type Output, table } from './output';
import { awaitedRenewal, renewsWords } from './renewal-wait';
import { auditWords, leftWords, verdictWords, waitingWords } from './words';

export type BulkOptions = {
  /** Everything that this holder has, by its name in `/api/holders/{id}`; else all that match the filter. */
  holder?: string;
  filter: string;
  target?: string;
  reason: string;
  /** Reference to a ticket, for the audit. */
  ticket?: string;
  /** Releases although a holder is alive, or may renew for all that is known yet. */
  alive?: boolean;
  /** How long to wait for renewals that may come before a consent is asked for, ms; absent = not at all. */
  patienceMs?: number;
  /** How many locks this is meant to release; absent = a person is asked. */
  count?: number;
  dryRun: boolean;
  json: boolean;
};

/**
 * `lockscope bulk`: reads every lock that a holder has, or that matches a filter, shows them, asks for their count, and
 * releases each that is still as it was read. Stops at the first surprise. `short` when not all were released; nothing is
 * touched when the count that was given is not that of the plan.
 */
export async function releaseInBulk(
  console: ConsoleClient,
  options: BulkOptions,
  out: Output,
): Promise<ExitCode> {
  const { holder, filter, target, reason, ticket, alive, json } = options;
  if ((holder === undefined) === (filter === ''))
    throw new CommandError(ExitCode.usage, 'usage', 'name what to release: a filter, or --holder REF');
  const body = holder === undefined ? { q: filter, ...(target !== undefined && { target }) } : { holder };
  const read = () => console.call('POST /api/bulk/preview', { body, limitMs: 60_000 });
  const first = await read();
  const { untilMs } = first.requires;
  const plan = (await awaitedRenewal({ untilMs, nowMs: first.nowMs }, options, out)) ? await read() : first;
  const items = planned(plan.items);
  if (!json) out.line(planWords(plan));
  if (options.dryRun) {
    if (json) out.line(JSON.stringify(plan, null, 2));
    return ExitCode.done;
  }
  if (items.length === 0) throw new CommandError(ExitCode.notFound, 'nothing-planned', 'nothing to release');
  refuseUnlessAllowed(plan, options);
  const count = await confirmedCount(items.length, options, out);
  const request = {
    ...toRun(plan, alive === true),
    count,
    reason,
    ...(ticket !== undefined && { ticket }),
    scope: holder === undefined ? `all that match ${filter}` : `all locks of ${holder}`,
  };
  let end: BulkEnd | null = null;
  const held: Record<keyof StillHeld, Set<string>> = {
    ...{ shared: new Set(), unseen: new Set(), kept: new Set() },
  };
  const keys = new Map(items.map(({ id, key }) => [id, key.text]));
  await console.lines('POST /api/bulk/release', { body: request }, (line) => {
    const read = line as BulkLine;
    if ('end' in read) end = read.end;
    if (json) out.line(JSON.stringify(read));
    else if ('result' in read) {
      const { id, outcome, others, unseen, kept } = read.result;
      for (const [by, count] of Object.entries({ shared: others, unseen, kept }))
        if (outcome === 'released' && (count ?? 0) > 0) held[by as keyof StillHeld].add(id);
        else held[by as keyof StillHeld].delete(id);
      reportResult(read.result, keys.get(id) ?? id, out);
    }
  });
  const { shared, unseen, kept } = held;
  return ended(end, { shared: shared.size, unseen: unseen.size, kept: kept.size }, json, out);
}

function refuseUnlessAllowed({ requires, nowMs }: BulkPlan, { reason, alive }: BulkOptions): void {
  if (reason.trim() === '') throw new CommandError(ExitCode.usage, 'usage', 'say why: --reason TEXT');
  if (requires.although === null || alive) return;
  const why =
    requires.although === 'alive'
      ? 'the holder of at least one is alive'
      : renewsWords('the holder of at least one', requires.untilMs, nowMs);
  throw new CommandError(ExitCode.usage, 'although', `${why}; to release them all the same: --alive`);
}

async function confirmedCount(n: number, { count, json }: BulkOptions, out: Output): Promise<number> {
  if (count === n) return n;
  if (count !== undefined) {
    const text = `nothing was done: the count is ${n}, not ${count}`;
    throw new CommandError(ExitCode.usage, 'not-confirmed', text, { planned: n });
  }
  const answer = json ? null : await out.ask(`Type ${n} to release ${n === 1 ? 'it' : 'them'}: `);
  if (answer?.trim() === String(n)) return n;
  const message =
    answer === null
      ? `nothing was done: repeat with --count ${n} to act`
      : 'nothing was done: another count was typed';
  throw new CommandError(ExitCode.usage, 'not-confirmed', message, { planned: n });
}

function planWords(plan: BulkPlan): string {
  const rows = plan.items.map((item) => [
    item.why === null ? 'release' : `leave (${item.why.code})`,
    item.target,
    holderCell(item),
    waitingWords(item.waiting),
    leftWords(item.ttlMs, plan.nowMs, plan.nowMs),
    item.key.text,
  ]);
  const n = planned(plan.items).length;
  const having = (which: 'unseen' | 'kept') => plan.items.filter((item) => (item[which] ?? 0) > 0).length;
  const [unseen, kept] = [having('unseen'), having('kept')];
  const notes = [
    `${n} of ${plan.items.length} can be released`,
    ...(plan.added > 0 ? [`${plan.added} of them belong to the same holds`] : []),
    ...(unseen > 0 ? [`${unseen} of them stay held on keys not shown to you`] : []),
    ...(kept > 0 ? [`${kept} of them stay held on keys that this run leaves alone`] : []),
    ...(plan.more > 0 ? [`${plan.more} more are beyond this run`] : []),
  ];
  return [table(['PLAN', 'TARGET', 'HOLDER', 'WAITERS', 'TTL', 'KEY'], rows), notes.join('; ')].join('\n');
}

function holderCell({ holder }: BulkItem): string {
  if (!holder) return '-';
  return `${holder.label ?? holder.token.text.slice(0, 24)} (${verdictWords(holder)})`;
}

function reportResult(result: BulkResult, key: string, out: Output): void {
  const { outcome, because, why } = result;
  const reason =
    outcome === 'released' ? othersWords(result) : because === 'error' ? (why?.message ?? because) : because;
  out.line(`${outcome}${reason ? ` (${reason})` : ''}  ${key}`);
}

/** Whether a lock that was released is still held; null = by nobody that is known. */
function othersWords({ others, unseen = 0, kept = 0, unclear = 0 }: BulkResult): string | null {
  if (unseen + kept > 0) return `the lock stays held: ${stayingWords(unseen, kept)}`;
  if (unclear > 0) return `not known to be free: ${moreKeys(unclear)} gave no answer`;
  if (!others) return null;
  return others === 1 ? '1 other still holds it' : `${others} others still hold it`;
}

/** Keys of a hold that keep its token, and which of them the caller is not shown. */
function stayingWords(unseen: number, kept: number): string {
  if (unseen === 0) return moreKeys(kept);
  const which = kept === 0 ? 'not shown to you' : `${unseen} of them not shown to you`;
  return `${moreKeys(unseen + kept)}, ${which}`;
}

function moreKeys(n: number): string {
  return `${n} more ${n === 1 ? 'key' : 'keys'} of this hold`;
}

/** Released locks that are still held: by others, or on a key of their hold that is not shown, or that was not released. */
type StillHeld = { shared: number; unseen: number; kept: number };

function ended(end: BulkEnd | null, held: StillHeld, json: boolean, out: Output): ExitCode {
  if (!end) {
    const text = 'the answer broke off; the audit has what became of each lock';
    throw new CommandError(ExitCode.error, 'broken-off', text);
  }
  const { counts, auditId, tookMs } = end;
  if (!json) out.line(`${countWords(counts, held)} in ${Math.round(tookMs)} ms, ${auditWords(auditId)}`);
  const isWhole = counts.refused + counts.unexpected + counts['not-tried'] === 0;
  return isWhole ? ExitCode.done : ExitCode.short;
}

function countWords(counts: BulkCounts, { shared, unseen, kept }: StillHeld): string {
  const { released, refused, unexpected, 'not-tried': notTried } = counts;
  const held = [
    ...(shared > 0 ? [`${shared} of them still held by others`] : []),
    ...(unseen > 0 ? [`${unseen} of them still held on keys not shown to you`] : []),
    ...(kept > 0 ? [`${kept} of them still held on keys that were not released`] : []),
  ];
  const stillHeld = held.length > 0 ? ` (${held.join('; ')})` : '';
  return `${released} released${stillHeld}, ${refused} refused, ${unexpected} unexpected, ${notTried} not tried`;
}
