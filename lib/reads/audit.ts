import type { AuditAnswer, AuditEntry, AuditFilter } from '../contract/audit';
import { AUDIT_EXPORT_LIMIT } from '../contract/limits';
import { csvOf } from '../domain/values/csv';
import type { Runtime } from '../server/runtime/types';
import { fileAnswer } from './file-answer';

const PAGE = 1_000;

/** Matching audit entries of this console, newest first. */
export async function auditAnswer(
  runtime: Pick<Runtime, 'history' | 'now'>,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<AuditAnswer> {
  const entries = await runtime.history.audit({ ...filter, limit: limit + 1 });
  return { entries: entries.slice(0, limit), more: entries.length > limit, nowMs: runtime.now() };
}

type Format = {
  type: string;
  head: string;
  /** `isFirst` = no page was written before this one. */
  page(entries: readonly AuditEntry[], isFirst: boolean): string;
  foot(more: boolean, limit: number): string;
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
  'outcome',
  'details',
] as const;

const FORMATS = {
  json: {
    type: 'application/json',
    head: '{"entries":[',
    page: (entries, isFirst) =>
      (isFirst ? '' : ',') + entries.map((entry) => JSON.stringify(entry)).join(',\n'),
    foot: (more, limit) => `],${JSON.stringify({ more, limit }).slice(1)}\n`,
  },
  csv: {
    type: 'text/csv',
    head: csvOf([COLUMNS]),
    page: (entries) => csvOf(entries.map(rowOf)),
    foot: () => '',
  },
} satisfies Record<'json' | 'csv', Format>;

/**
 * Exports every matching entry of the archive as a file: the newest `limit` of them, read page by page as the client takes
 * them. Rejects with `history-unavailable` or `timed-out` before the answer begins. A later failure aborts the answer, so
 * that a partial file never passes for a complete one.
 */
export async function auditExport(
  { archive }: Pick<Runtime, 'archive'>,
  { format, ...filter }: AuditFilter & { format: keyof typeof FORMATS },
  { limit, page: pageSize }: { limit: number; page: number } = { limit: AUDIT_EXPORT_LIMIT, page: PAGE },
): Promise<Response> {
  const { type, head, page, foot }: Format = FORMATS[format];
  // One entry more than a page holds tells whether another page follows.
  const read = (beforeId?: number) => archive.audit({ ...filter, limit: pageSize + 1, beforeId });
  let next: AuditEntry[] | null = await read();
  let sent = 0;
  let lastId: number | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const found = next ?? (await read(lastId));
      next = null;
      const entries = found.slice(0, Math.min(pageSize, limit - sent));
      const more = found.length > entries.length;
      if (entries.length > 0) controller.enqueue(encoder.encode(page(entries, sent === 0)));
      sent += entries.length;
      lastId = entries.at(-1)?.id;
      if (more && sent < limit) return;
      controller.enqueue(encoder.encode(foot(more, limit)));
      controller.close();
    },
  });
  return fileAnswer(body, type, `audit.${format}`);
}

function rowOf(entry: AuditEntry) {
  const { id, atMs, actor, action, target, lockId, key, holder, reason, outcome, details } = entry;
  const at = new Date(atMs).toISOString();
  return [id, at, actor, action, target, lockId, key, holder, reason, outcome, JSON.stringify(details)];
}
