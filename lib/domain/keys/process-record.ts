import type { ByteString } from './bytes';

const PREFIX = 'lockscope_process:';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Time between two heartbeats, ms. */
export const BEAT_MS = 10_000;
/** Time after the last heartbeat from which a process counts as gone, ms: two more were due. */
export const GONE_AFTER_MS = 30_000;
/** How long the record of a process that ended without deleting it is kept, ms. */
export const KEEP_MS = 3_600_000;

/**
 * What a process that holds locks through our client reports of itself, in one key. Each heartbeat writes the key with
 * the TTL `keepMs`, so the remaining TTL gives the age of the last heartbeat without comparing clocks. A process that
 * shuts down in order deletes the key.
 */
export type ProcessRecord = {
  /** First part of its reentrant tokens, second of its mutex tokens; unique for each name and label in a process. */
  id: string;
  app: string | null;
  label: string | null;
  host: string;
  pid: number;
  /** When the process started, epoch ms on its own clock. */
  startMs: number;
  beatMs: number;
  keepMs: number;
  /**
   * Locks that it waits for longer than a moment, the longest wait first; absent = none, or its client does not report
   * them.
   */
  waits?: LongWait[];
};

/** A lock that a process waits for, and how long it had waited when it wrote the record, ms. */
export type LongWait = { key: ByteString; forMs: number };

/** Most waits that a record lists, and the longest key of one, bytes. */
export const MOST_WAITS = 32;
export const WAIT_KEY_LIMIT = 512;
/** Longest record, bytes: readers read no more. */
const RECORD_LIMIT = 8_000;

/** Key of the record of process `id`. */
export function processKeyOf(id: string): ByteString {
  return PREFIX + id;
}

/** Process id of a record's key, or null when the key is none. */
export function processIdOfKey(key: ByteString): string | null {
  const id = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '';
  return ID.test(id) ? id : null;
}

/** Value of a record's key, as UTF-8 text. */
export function formatProcessRecord({ id: _, waits, ...record }: ProcessRecord): string {
  const told = (waits ?? []).filter(isWait).slice(0, MOST_WAITS);
  for (;;) {
    const text = JSON.stringify({ v: 1, ...record, ...(told.length > 0 && { waits: told }) });
    if (told.length === 0 || new TextEncoder().encode(text).length <= RECORD_LIMIT) return text;
    told.pop();
  }
}

/** Parses a record (UTF-8 decoded text); null when it is invalid, because any client can write anything into Redis. */
export function parseProcessRecord(id: string, text: string): ProcessRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { v, app, label, host, pid, startMs, beatMs, keepMs, waits } = value as Record<string, unknown>;
  if (v !== 1 || !isShortText(host) || !isOptionalText(app) || !isOptionalText(label)) return null;
  if (!isCount(pid) || !isCount(startMs) || !isCount(beatMs) || !isCount(keepMs)) return null;
  const told = Array.isArray(waits) ? waits.filter(isWait).slice(0, MOST_WAITS) : [];
  const record = { id, app, label, host, pid, startMs, beatMs, keepMs };
  return told.length > 0 ? { ...record, waits: told.map(({ key, forMs }) => ({ key, forMs })) } : record;
}

/** Age of the last heartbeat, ms, from the TTL that was read; null when a heartbeat cannot have set that TTL. */
export function beatAgeMs(record: Pick<ProcessRecord, 'keepMs'>, ttlMs: number): number | null {
  return ttlMs >= 0 && ttlMs <= record.keepMs ? record.keepMs - ttlMs : null;
}

function isWait(value: unknown): value is LongWait {
  if (typeof value !== 'object' || value === null) return false;
  const { key, forMs } = value as Record<string, unknown>;
  return isCount(forMs) && typeof key === 'string' && key.length <= WAIT_KEY_LIMIT && !/[^\0-\xff]/.test(key);
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 256;
}

function isOptionalText(value: unknown): value is string | null {
  return value === null || isShortText(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
