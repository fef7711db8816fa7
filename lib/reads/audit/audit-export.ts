import type { AuditFilter, AuditFormat, ChainedEntry } from '../../contract/audit';
import { AUDIT_EXPORT_LIMIT } from '../../contract/limits';
import type { AuditQuery } from '../../domain/actions/audit';
import { ticketOf } from '../../domain/actions/ticket';
import { csvOf } from '../../domain/values/csv';
import type { Archive } from '../../history/archive/archive-types';
import type { Runtime } from '../../server/runtime/types';
import { fileAnswer } from '../file-answer';
import { type ExportReader, ocsfOf, ocsfOfExport } from './audit-ocsf';

const PAGE = 1_000;

type Head = Awaited<ReturnType<Archive['auditHead']>>;
/** The end of a file. `more`: the limit left out older entries. */
type Foot = { more: boolean; limit: number; chain: Head };

type Format = {
  type: string;
  name: string;
  head: string;
  /** `isFirst` = no page was written before this one. */
  page(entries: readonly ChainedEntry[], isFirst: boolean): string;
  foot(foot: Foot, by: ExportReader, nowMs: number): string;
};

const COLUMNS = [
  'id',
  'at',
  'actor',
  'action',
  'target',
  'lockId',
  'key',
  'holder',
  'reason',
  'ticket',
  'outcome',
  'details',
  'hash',
] as const;

const LINES = 'application/x-ndjson';
const linesOf = (values: readonly unknown[]) => values.map((each) => `${JSON.stringify(each)}\n`).join('');

const FORMATS: Record<AuditFormat, Format> = {
  json: {
    type: 'application/json',
    name: 'audit.json',
    head: '{"entries":[',
    page: (entries, isFirst) =>
      (isFirst ? '' : ',') + entries.map((entry) => JSON.stringify(entry)).join(',\n'),
    foot: (foot) => `],${JSON.stringify(foot).slice(1)}\n`,
  },
  jsonl: {
    type: LINES,
    name: 'audit.jsonl',
    head: '',
    page: linesOf,
    foot: (foot) => linesOf([foot]),
  },
  ocsf: {
    type: LINES,
    name: 'audit.ocsf.jsonl',
    head: '',
    page: (entries) => linesOf(entries.map(ocsfOf)),
    foot: (foot, by, nowMs) => linesOf([ocsfOfExport(foot, by, nowMs)]),
  },
  csv: {
    type: 'text/csv',
    name: 'audit.csv',
    head: csvOf([COLUMNS]),
    page: (entries) => csvOf(entries.map(rowOf)),
    // A table has no place for it; each row has the hash of its entry.
    foot: () => '',
  },
};

/**
 * Exports every matching entry of the archive as a file: the newest `limit` of them, read page by page as the client takes
 * them; at the end the head of the hash chain, in all formats but CSV. Rejects with `history-unavailable` or `timed-out`
 * before the answer begins. A later failure aborts the answer, so that a partial file never passes for a complete one.
 */
export async function auditExport(
  { archive, now }: Pick<Runtime, 'now'> & { archive: Pick<Archive, 'audit' | 'auditHead'> },
  { format, ...filter }: AuditFilter & Pick<AuditQuery, 'own'> & { format: AuditFormat },
  by: ExportReader,
  { limit, page: pageSize }: { limit: number; page: number } = { limit: AUDIT_EXPORT_LIMIT, page: PAGE },
): Promise<Response> {
  const { type, name, head, page, foot } = FORMATS[format];
  // One entry more than a page holds tells whether another page follows.
  const read = (beforeId?: number) => archive.audit({ ...filter, limit: pageSize + 1, beforeId });
  let next: ChainedEntry[] | null = await read();
  let sent = 0;
  let lastId: number | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (head !== '') controller.enqueue(encoder.encode(head));
    },
    async pull(controller) {
      const found = next ?? (await read(lastId));
      next = null;
      const entries = found.slice(0, Math.min(pageSize, limit - sent));
      const more = found.length > entries.length;
      if (entries.length > 0) controller.enqueue(encoder.encode(page(entries, sent === 0)));
      sent += entries.length;
      lastId = entries.at(-1)?.id;
      if (more && sent < limit) return;
      const chain = await archive.auditHead();
      controller.enqueue(encoder.encode(foot({ more, limit, chain }, by, now())));
      controller.close();
    },
  });
  return fileAnswer(body, type, name);
}

function rowOf(entry: ChainedEntry) {
  const { id, atMs, actor, action, target, lockId, key, holder, reason, outcome, details, hash } = entry;
  const at = new Date(atMs).toISOString();
  return [
    ...[id, at, actor, action, target, lockId, key, holder, reason, ticketOf(details), outcome],
    ...[JSON.stringify(details), hash],
  ];
}
