import type { HistoryBatch } from '../../../lib/history/database/batch';
import { bucketStart } from '../../../lib/history/database/tiers';
import { mergeBatches } from '../../../lib/history/recorder/merge-batches';
import type { Recorder } from '../../../lib/history/recorder/recorder';
import { aNode } from '../../support/a-node';
import { recordedBatches } from '../../support/recorded-queue';
import { DAY_MS, type PastTarget, pastDay } from './day';
import { deadlockWaits } from './deadlock';

const EVERY_MS = 10_000;
/** Older figures are kept by the minute at best (`retention.ts`). */
const SECONDS_MS = 6 * 3_600_000;
const MINUTE_MS = 60_000;
/** A chart of the last hour has points of half a minute. */
const togetherMs = (atMs: number) => (atMs > DAY_MS - 3_600_000 ? 30_000 : 300_000);
const SILENT_MS = 20_000;
const PROMOTED_MS = 15 * 60_000;
const BEFORE = '10.0.4.11:6379';
const AFTER = '10.0.4.12:6379';

/** The day before `endMs`, epoch ms, as the recorder of a console writes it, target by target. */
export function* recordedDay(endMs: number, day = pastDay(1)): Generator<HistoryBatch> {
  const startMs = endMs - DAY_MS;
  for (const past of day) {
    const range = { startMs, lengthMs: DAY_MS, everyMs: EVERY_MS, target: past.target };
    const meanwhile = (recorder: Recorder, nowMs: number) => look(past, recorder, startMs, nowMs);
    const batches = recordedBatches(past.queues, { ...range, horizon: true, togetherMs, meanwhile });
    for (const batch of batches) yield batch.atMs < endMs - SECONDS_MS ? byMinute(batch) : batch;
  }
}

/** Figures of ten seconds that would be forgotten at once are not written one by one. */
function byMinute(batch: HistoryBatch): HistoryBatch {
  const rollups = batch.rollups.map((row) => ({ ...row, startMs: bucketStart(row.startMs, MINUTE_MS) }));
  const none = { spans: [], waitSpans: [], waiting: [], rollups: [], events: [], orders: [], locks: [] };
  return mergeBatches({ ...batch, rollups }, { ...batch, ...none, covered: null }) ?? batch;
}

function look(past: PastTarget, recorder: Recorder, startMs: number, nowMs: number): void {
  const { target, deadlock, failoverMs } = past;
  if (deadlock) recorder.waits(deadlockWaits(deadlock, target, startMs, nowMs), nowMs);
  if (failoverMs !== undefined) recorder.nodes([billingNode(target, startMs + failoverMs, nowMs)], nowMs);
}

/** The primary gives no answer for a moment, and a replica takes its place. */
function billingNode(target: string, failoverMs: number, nowMs: number) {
  const before = { target, node: BEFORE, runId: 'before', lastAnswerAtMs: Math.min(nowMs, failoverMs) };
  if (nowMs < failoverMs) return aNode(before);
  if (nowMs < failoverMs + SILENT_MS) return aNode({ ...before, state: 'down' });
  const after = { target, node: AFTER, runId: 'after', lastAnswerAtMs: nowMs };
  if (nowMs >= failoverMs + PROMOTED_MS) return aNode(after);
  const known = { by: 'read', atMs: nowMs } as const;
  const evidence = { code: 'promoted-from', values: { from: BEFORE }, tone: 'lost', known } as const;
  const promoted = { code: 'promoted', severity: 'lost', sinceMs: failoverMs } as const;
  return aNode({ ...after, findings: [{ ...promoted, evidence: [evidence], command: null }] });
}
