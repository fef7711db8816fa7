import type { HandoverPack } from '../../contract/history/handover';
import type { LeaseAdvice } from '../../contract/history/ledger';
import type { HistoryMark, OwnershipSpan } from '../../contract/history/past';
import type { LockEvent } from '../../contract/lock';
import { numberOrNull } from '../../domain/values/counted';

/** Most rows of one table; the JSON has all of them. */
const ROWS = 200;

/** The pack as one Markdown document. Times are UTC; what is not known is said to be unknown. */
export function handoverMarkdown(pack: HandoverPack): string {
  const { title, fromMs, toMs, nowMs, masked } = pack;
  const note = masked === null ? [] : [`Holders and tokens are masked (rule: ${masked}).`, ''];
  return [
    `# Handover: ${code(title)}`,
    '',
    `${time(fromMs)} to ${time(toMs)}, written ${time(nowMs)}.`,
    '',
    ...note,
    ...stateLines(pack),
    ...figureLines(pack),
    ...section(
      'Who had it',
      table(
        ['From', 'To', 'Lasted', 'Lock', 'Holder', 'Ended', 'Waited'],
        pack.timeline.spans.map((span) => spanRow(span, nowMs)),
      ),
    ),
    ...(pack.timeline.blocks.length > 0
      ? [`${sum(pack.timeline.blocks.map(({ holds }) => holds))} shorter holds are not listed.`, '']
      : []),
    ...gapLines(pack),
    ...section('Expired while held', table(LEDGER, pack.ledger.map(ledgerRow))),
    ...section(
      'Findings',
      table(['Since', 'Until', 'Severity', 'Finding', 'Where'], pack.findings.map(findingRow)),
    ),
    ...section('Events', table(['At', 'Event', 'What', 'Holder'], pack.events.map(eventRow))),
    ...section(
      'Actions',
      pack.actions === null
        ? ['Not included: whoever asked may not read the audit.', '']
        : table(['At', 'Who', 'Action', 'Lock', 'Outcome', 'Reason'], pack.actions.map(actionRow)),
    ),
  ].join('\n');
}

function stateLines({ lock, atEnd, nowMs }: HandoverPack): string[] {
  const lines: string[] = [];
  if (lock) {
    const holders = lock.holders.map((holder) => code(holder.label ?? holder.token.text));
    lines.push(
      `- Now: **${lock.state}** (${lock.reason.code}), holder ${holders.join(', ') || 'nobody'}, waiters ${count(numberOrNull(lock.waiters.count))}`,
      `- Lease: ${duration(lock.leaseMs)}; left: ${lock.ttlMs === 'none' ? 'never expires' : duration(lock.ttlMs)}`,
    );
  }
  if (atEnd) {
    const holders = atEnd.spans.map(({ holder, token }) => code(holder ?? token));
    lines.push(
      `- At the end of the window: **${atEnd.state}**, holder ${holders.join(', ') || 'nobody'}, waiters ${count(numberOrNull(atEnd.waiters))}`,
    );
  }
  if (lines.length === 0) return [];
  return ['## State', '', ...lines, `- Read ${time(lock?.known.atMs ?? nowMs)}`, ''];
}

function figureLines({ series }: HandoverPack): string[] {
  const { total, certainty } = series;
  const least = certainty.counts === 'exact' ? '' : 'at least ';
  const lines = [
    `- Watched: ${share(total.covered)} of the time`,
    ...(total.busyShare === null ? [] : [`- Held: ${share(total.busyShare)} of the time watched`]),
    `- Taken: ${total.acquisitions === null ? 'unknown' : `${least}${total.acquisitions}`} times; keys that ran out ${count(total.lapses)}, freed by force ${count(total.forced)}, lost ${count(total.lost)}`,
    `- Waited: ${total.waiterSeconds === null ? 'unknown' : `${Math.round(total.waiterSeconds)} waiter-seconds`}, at most ${count(total.waitingMax)} at once`,
    ...(total.hold
      ? [
          `- Hold time p50 ${duration(total.hold.p50)}, p95 ${duration(total.hold.p95)}, p99 ${duration(total.hold.p99)}`,
        ]
      : []),
    ...(total.wait
      ? [
          `- Wait p50 ${duration(total.wait.p50)}, p95 ${duration(total.wait.p95)}, p99 ${duration(total.wait.p99)}`,
        ]
      : []),
  ];
  return ['## Figures', '', ...lines, ''];
}

function gapLines({ timeline }: HandoverPack): string[] {
  if (timeline.gaps.length === 0) return [];
  const gaps = timeline.gaps.slice(0, ROWS).map(({ fromMs, toMs }) => `- ${time(fromMs)} to ${time(toMs)}`);
  return ['## Times that nobody watched', '', ...gaps, ''];
}

function spanRow(span: OwnershipSpan, nowMs: number): string[] {
  return [
    time(span.fromMs),
    span.toMs === null ? 'goes on' : time(span.toMs),
    `${span.fromKnown === 'at-least' ? 'at least ' : ''}${duration((span.toMs ?? nowMs) - span.fromMs)}`,
    code(span.key),
    code(span.holder ?? span.token),
    span.ended ?? '',
    count(span.waitersMax),
  ];
}

const LEDGER = [
  'Family',
  'Expired',
  'Proof',
  'Last',
  'Holder',
  'Lease',
  'Too short by at most',
  'Lease for 999 of 1,000',
];

function ledgerRow(row: HandoverPack['ledger'][number]): string[] {
  return [
    code(row.family),
    String(row.expired),
    `came back ${row.cameBack}, process lived on ${row.livedOn}`,
    `${time(row.last.atMs)} ${code(row.last.key)}`,
    code(row.last.holder ?? 'unknown'),
    duration(row.leaseMs),
    duration(row.overrun?.maxMs ?? null),
    adviceText(row.advice),
  ];
}

function adviceText({ holds, overstays, needed, leaseMs, p999Ms, atLeast }: LeaseAdvice): string {
  if (leaseMs === null) return `too few holds: n = ${holds} of ${needed}`;
  const left = overstays > 0 ? `, ${overstays} overstays left out` : '';
  return `${atLeast ? 'at least ' : ''}${duration(leaseMs)} (p99.9 ${duration(p999Ms)} of n = ${holds} holds and a fifth${left})`;
}

function findingRow({
  sinceMs,
  untilMs,
  severity,
  code: name,
  key,
}: HandoverPack['findings'][number]): string[] {
  return [
    time(sinceMs),
    untilMs === null ? 'open' : time(untilMs),
    severity,
    name,
    key === null ? '' : code(key),
  ];
}

function eventRow(event: LockEvent | HistoryMark): string[] {
  const what = 'key' in event ? event.key : event.title;
  return [time(event.atMs), event.kind, code(what), event.holder === null ? '' : code(event.holder)];
}

function actionRow(action: NonNullable<HandoverPack['actions']>[number]): string[] {
  const { atMs, actor, key, outcome, reason } = action;
  return [time(atMs), code(actor), action.action, code(key), outcome, code(reason)];
}

function section(heading: string, lines: string[]): string[] {
  return [`## ${heading}`, '', ...lines, ''];
}

function table(headings: string[], rows: string[][]): string[] {
  if (rows.length === 0) return ['None.'];
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const more = rows.length > ROWS ? ['', `${rows.length - ROWS} more are in the JSON.`] : [];
  return [line(headings), line(headings.map(() => '---')), ...rows.slice(0, ROWS).map(line), ...more];
}

/** Text of others, which must not become markup. */
function code(text: string): string {
  if (text === '') return '';
  const plain = text.replace(/[\r\n]+/g, ' ').replaceAll('|', '\\|');
  const fence = '`'.repeat(1 + Math.max(0, ...(plain.match(/`+/g) ?? []).map(({ length }) => length)));
  const room = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${room}${plain}${room}${fence}`;
}

function time(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ');
}

function duration(ms: number | null): string {
  if (ms === null) return 'unknown';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
  return `${Math.floor(ms / 3_600_000)} h ${Math.round((ms % 3_600_000) / 60_000)} min`;
}

function count(value: number | null): string {
  return value === null ? 'unknown' : String(value);
}

function share(value: number): string {
  return `${Math.round(value * 1_000) / 10} %`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
