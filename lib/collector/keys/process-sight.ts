import type { KnownBy } from '../../contract/codes';
import type { Heartbeat } from '../../contract/holder';
import { goneAfterMs, heartbeatStateOf, rewriteMs } from '../../domain/holders/judge-holder';
import type { ProcessSight } from '../../domain/holders/lock-holder';
import { type ByteString, textOf } from '../../domain/keys/bytes';
import { BEAT_MS, beatAgeMs, type ProcessRecord, parseProcessRecord } from '../../domain/keys/process-record';

/** One reading of a record. `other` = the key holds something that is not a record. */
export type RecordReading =
  | { is: 'present'; record: ProcessRecord; ageMs: number | null }
  | { is: 'absent' | 'other' }
  | { is: 'denied'; record: ProcessRecord | null };

/** A heartbeat is read this long after it is due, ms. */
const AFTER_BEAT_MS = 500;
const SLOWEST_BEAT_MS = 60_000;
/** Delays before reading a record that was never seen, ms: clients may write it after their first lock, most never do. */
const NEVER_SEEN_MS = [2_000, BEAT_MS, 60_000, 300_000];
const HOPELESS_MS = 60_000;

/** Makes a reading of a PTTL and the value read after it; the key may disappear in between. */
export function recordReading(id: string, value: ByteString, pttl: number): RecordReading {
  if (pttl === -2 || value === '') return { is: 'absent' };
  const text = textOf(value);
  const record = text === null ? null : parseProcessRecord(id, text);
  return record ? { is: 'present', record, ageMs: beatAgeMs(record, pttl) } : { is: 'other' };
}

/** Applies one more reading, at `atMs`, to what is known of a process. Pure. */
export function sightAfter(
  before: ProcessSight | null,
  reading: RecordReading,
  atMs: number,
  by: KnownBy,
): ProcessSight {
  const known = { by, atMs };
  const was = before?.heartbeat ?? null;
  const sinceMs = (record: Heartbeat['record']) => (was?.record === record ? was.sinceMs : atMs);
  const { lastMs = null, beatMs = null } = was ?? {};
  const last = before?.record ?? null;
  switch (reading.is) {
    case 'present': {
      const { record, ageMs } = reading;
      const state = ageMs === null ? 'unreadable' : 'present';
      const beat = { lastMs: ageMs === null ? null : atMs - ageMs, beatMs: record.beatMs };
      return { record, heartbeat: { record: state, ...beat, sinceMs: sinceMs(state), known } };
    }
    case 'absent': {
      if (!was || !last) {
        return {
          record: null,
          heartbeat: { record: 'absent', lastMs: null, beatMs: null, sinceMs: sinceMs('absent'), known },
        };
      }
      const state = endOf(was, last, atMs);
      return {
        record: last,
        heartbeat: { record: state, lastMs, beatMs, sinceMs: absentSince(was, atMs), known },
      };
    }
    default: {
      const state = reading.is === 'denied' ? 'denied' : 'unreadable';
      const seen = (reading.is === 'denied' ? reading.record : null) ?? last;
      return { record: seen, heartbeat: { record: state, lastMs, beatMs, sinceMs: sinceMs(state), known } };
    }
  }
}

/** A record that is gone before its last known TTL ended was deleted. */
function endOf(was: Heartbeat, { keepMs }: ProcessRecord, atMs: number): 'deleted' | 'lapsed' {
  if (was.record === 'deleted' || was.record === 'lapsed') return was.record;
  return was.lastMs !== null && atMs < was.lastMs + keepMs ? 'deleted' : 'lapsed';
}

/** A record that was silent until its end was last written at its last heartbeat. */
function absentSince(was: Heartbeat, atMs: number): number {
  if (was.record === 'deleted' || was.record === 'lapsed') return was.sinceMs;
  const watched = atMs - was.known.atMs < goneAfterMs(was.beatMs);
  return watched && was.lastMs !== null && heartbeatStateOf(was) === 'silent' ? was.lastMs : atMs;
}

/** How long after a reading the next one is due, ms: once per heartbeat, just after the heartbeat is due. */
export function nextReadMs({ heartbeat, record }: ProcessSight, misses: number): number {
  const beatMs = Math.min(SLOWEST_BEAT_MS, Math.max(BEAT_MS, record?.beatMs ?? 0));
  const { lastMs, known } = heartbeat;
  switch (heartbeat.record) {
    case 'present': {
      const dueMs = (lastMs ?? 0) + beatMs + AFTER_BEAT_MS - known.atMs;
      return dueMs > 0 ? Math.max(beatMs / 2, dueMs) : beatMs;
    }
    case 'absent':
      return NEVER_SEEN_MS[Math.min(misses, NEVER_SEEN_MS.length) - 1] ?? BEAT_MS;
    case 'deleted':
    case 'lapsed':
      return heartbeatStateOf(heartbeat) === 'missing' ? rewriteMs(record?.beatMs ?? null) : beatMs;
    default:
      return HOPELESS_MS;
  }
}

/**
 * Whether the screen changes, apart from the time of the reading. A missing record, as most processes have, is not
 * published.
 */
export function differsFrom(before: ProcessSight | null, after: ProcessSight): boolean {
  if (before === null && after.heartbeat.record === 'absent') return false;
  if (before?.heartbeat.record !== after.heartbeat.record) return true;
  const [was, is] = [before.record, after.record];
  return (['app', 'label', 'host', 'pid', 'startMs'] as const).some((name) => was?.[name] !== is?.[name]);
}
