import type { LeaseAdvice, LedgerRow } from '../../lib/contract/history/ledger';
import type { OwnershipSpan } from '../../lib/contract/history/past';
import { endpointPath } from '../../lib/contract/request';
import type { LockId } from '../../lib/domain/keys/lock-id';
import type { ConsoleClient } from './console-client';
import { type Output, table } from './output';
import { countWords, durationWords } from './words';

export type HistoryOptions = { from?: string; to?: string; limit: number; json: boolean };
export type HandoverOptions = {
  from?: string;
  to?: string;
  target?: string;
  family?: string;
  mask: boolean;
  json: boolean;
};

/** `lockscope history`: who had a lock when, and which holds expired while they were held. */
export async function showHistory(
  console: ConsoleClient,
  id: LockId,
  { from, to, limit, json }: HistoryOptions,
  out: Output,
): Promise<void> {
  const query = { lock: id, from, to };
  const timeline = await console.call('GET /api/history/timeline', { query: { ...query, limit } });
  const ledger = await console.call('GET /api/history/ledger', { query });
  if (json) return out.line(JSON.stringify({ timeline, ledger }, null, 2));
  const { spans, blocks, gaps, matched, nowMs } = timeline;
  if (matched === 0) out.line('nobody was seen to hold it in this time');
  else
    out.line(
      table(
        ['FROM', 'HELD FOR', 'HOLDER', 'ENDED', 'LEASE', 'WAITERS'],
        spans.map((span) => spanCells(span, nowMs)),
      ),
    );
  const merged = blocks.reduce((sum, { holds }) => sum + holds, 0);
  if (merged > 0) out.line(`${merged} shorter holds are not listed`);
  for (const gap of gaps) out.line(`nobody watched from ${timeWords(gap.fromMs)} to ${timeWords(gap.toMs)}`);
  for (const row of ledger.rows) out.line(ledgerWords(row));
}

/** `lockscope handover`: the pack of a lock or a window, as Markdown. */
export async function printHandover(
  console: ConsoleClient,
  id: LockId | null,
  { from, to, target, family, mask, json }: HandoverOptions,
  out: Output,
): Promise<void> {
  const query = { lock: id, from, to, target, family, mask: mask ? 'holders' : null } as const;
  if (json) {
    const pack = await console.call('GET /api/history/handover', { query });
    return out.line(JSON.stringify(pack, null, 2));
  }
  const path = endpointPath('GET /api/history/handover', { query: { ...query, format: 'md' } });
  out.line((await console.text(path)).trimEnd());
}

function spanCells(span: OwnershipSpan, nowMs: number): string[] {
  const lasted = durationWords((span.toMs ?? nowMs) - span.fromMs);
  return [
    timeWords(span.fromMs),
    span.fromKnown === 'at-least' ? `at least ${lasted}` : lasted,
    span.holder ?? span.token,
    span.toMs === null ? 'goes on' : (span.ended ?? 'unknown'),
    span.leaseMs === null ? 'none seen' : durationWords(span.leaseMs),
    countWords(span.waitersMax),
  ];
}

function ledgerWords({ family, expired, cameBack, livedOn, overrun, advice }: LedgerRow): string {
  const proof = [
    ...(cameBack > 0 ? [`${cameBack} came back`] : []),
    ...(livedOn > 0 ? [`the process of ${livedOn} lived on`] : []),
  ].join(', ');
  const short = overrun === null ? '' : `, by up to ${durationWords(overrun.maxMs)}`;
  return `${family}: ${expired} expired while held (${proof})${short}; ${adviceWords(advice)}`;
}

function adviceWords({ holds, overstays, needed, p999Ms, leaseMs, atLeast }: LeaseAdvice): string {
  if (leaseMs === null || p999Ms === null)
    return `no lease is advised: ${holds} of ${needed} holds of the family are known`;
  const left = overstays > 0 ? `, ${overstays} overstays left out` : '';
  const lease = `${atLeast ? 'at least ' : ''}${durationWords(leaseMs)}`;
  return `a lease of ${lease} would cover 999 of 1,000 (p99.9 ${durationWords(p999Ms)} of ${holds} holds and a fifth${left})`;
}

function timeWords(atMs: number): string {
  return new Date(atMs).toISOString();
}
