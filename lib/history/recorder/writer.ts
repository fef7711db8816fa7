import type { HistoryStatus } from '../../contract/history/history';
import { isConsoleError } from '../../domain/values/errors';
import type { Archive } from '../archive/archive-types';
import type { EventWrite, HistoryBatch } from '../database/batch';
import { DROPS, type Dropped, noneDropped } from './drop-detail';
import { batchRowsOf, mergeBatches } from './merge-batches';

/** Rows that are held back at most, all targets together: some 60 MB. */
const MOST_ROWS = 100_000;
/** Merging takes time in proportion: beyond that a batch stays as it is. */
const MERGED_ROWS = 5_000;
const RETRY_MS = { first: 250, most: 10_000 };
/** A batch that the archive itself refuses is tried so often. */
const TRIES = 3;
/** How often it is told that detail is dropped. */
const TELL_MS = 60_000;

export type WriterOptions = {
  archive: Pick<Archive, 'write'>;
  now?: () => number;
  log?: (message: string, details: Record<string, unknown>) => void;
  mostRows?: number;
  retryMs?: { first: number; most: number };
  /** Somebody else writes of this target by now. */
  onFenced?: (target: string) => void;
};

export type Writer = {
  /** Takes a batch to be written, and returns at once. Never throws. */
  offer(batch: HistoryBatch): void;
  /** Rows that wait, and what was left out since the start. */
  status(): Pick<HistoryStatus, 'queued' | 'dropped'>;
  /** Resolves when everything that was offered is written, or to false after `ms`. */
  flush(ms: number): Promise<boolean>;
  /** Writes what is left, for `ms` at most, and ends. What could not be written is logged. Can be called twice. */
  close(ms?: number): Promise<void>;
};

/**
 * Writes batches one after the other, the oldest first. While the archive is away or slow they wait, those of one target
 * as one, in a bounded space; when that is full, detail goes before truth (`DROPS`), is counted, and an event says so.
 */
export function createWriter(options: WriterOptions): Writer {
  const { archive, now = Date.now, log = () => {}, mostRows = MOST_ROWS, retryMs = RETRY_MS } = options;
  const queue: HistoryBatch[] = [];
  const dropped = noneDropped();
  /** Holds whose beginning was written, or may have been: their end must be as well. */
  const begun = new Set<string>();
  const waiting = new Set<() => void>();
  let untold = noneDropped();
  let reportedMs = Number.NEGATIVE_INFINITY;
  let underWay: HistoryBatch | null = null;
  let pauseMs = 0;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let closed: Promise<void> | null = null;
  let ended = false;

  function rows(): number {
    return queue.reduce((sum, batch) => sum + batchRowsOf(batch), underWay ? batchRowsOf(underWay) : 0);
  }

  function enqueue(batch: HistoryBatch): void {
    // What was tried may be in the archive: it can be written again, and not be changed.
    const at = queue.findLastIndex(({ target }) => target === batch.target);
    const before = queue[at];
    const merged = before && batchRowsOf(before) < MERGED_ROWS ? mergeBatches(before, batch) : null;
    if (merged) queue[at] = merged;
    else queue.push(batch);
    if (rows() > mostRows) shrink();
  }

  function shrink(): void {
    for (const step of DROPS) {
      for (const [i, batch] of queue.entries()) {
        const [less, left] = step(batch, (uid) => begun.has(uid));
        queue[i] = less;
        forgetBeginnings(batch, less);
        count(dropped, left);
        count(untold, left);
      }
      if (rows() <= mostRows) return;
    }
  }

  /** Of holds whose end was left out the beginning may wait in an earlier batch. */
  function forgetBeginnings(batch: HistoryBatch, less: HistoryBatch): void {
    if (less.spans.length === batch.spans.length) return;
    const gone = new Set(batch.spans.flatMap(({ uid, to_ms }) => (to_ms === null ? [] : [uid])));
    for (const { uid } of less.spans) gone.delete(uid);
    for (const [i, each] of queue.entries()) {
      const spans = each.spans.filter(({ uid }) => !gone.has(uid));
      if (spans.length < each.spans.length) queue[i] = { ...each, spans };
    }
  }

  /** What was left out, as an event of the batch that goes next. */
  function told(batch: HistoryBatch): HistoryBatch {
    const values = { ...untold };
    const sum = Object.values(values).reduce((all, one) => all + one, 0);
    if (sum === 0 || now() - reportedMs < TELL_MS) return batch;
    reportedMs = now();
    untold = noneDropped();
    const by = { by: 'inferred', holder: null, lock: null, node: null };
    const event: EventWrite = { atMs: now(), kind: 'detail-dropped', ...by, values };
    log('history has left out detail', values);
    return { ...batch, events: [...batch.events, event] };
  }

  function go(): void {
    if (underWay || timer || ended) return;
    const next = queue.shift();
    if (!next) {
      for (const done of waiting) done();
      waiting.clear();
      return;
    }
    underWay = told(next);
    for (const { uid, to_ms } of underWay.spans) if (to_ms === null) begun.add(uid);
    void write(underWay);
  }

  async function write(batch: HistoryBatch): Promise<void> {
    try {
      await archive.write(batch);
      for (const { uid, to_ms } of batch.spans) if (to_ms !== null) begun.delete(uid);
      finished();
    } catch (error) {
      failed(batch, error);
    }
  }

  function finished(): void {
    [underWay, pauseMs, tries] = [null, 0, 0];
    go();
  }

  function failed(batch: HistoryBatch, error: unknown): void {
    const isFenced = isConsoleError(error, 'history-fenced');
    if (isFenced) options.onFenced?.(batch.target);
    const isAway = isConsoleError(error, 'history-unavailable') || isConsoleError(error, 'timed-out');
    tries += 1;
    if (isFenced || (!isAway && tries >= TRIES)) {
      if (!isFenced) giveUp(batch, error);
      finished();
      return;
    }
    pauseMs = Math.min(retryMs.most, pauseMs === 0 ? retryMs.first : pauseMs * 2);
    timer = setTimeout(() => {
      timer = null;
      if (!ended) void write(batch);
    }, pauseMs);
  }

  function giveUp(batch: HistoryBatch, error: unknown): void {
    log('a batch of history could not be written', {
      target: batch.target,
      rows: batchRowsOf(batch),
      error: error instanceof Error ? error.message : String(error),
    });
    const { spans, waiting, events, rollups } = batch;
    const left = {
      ...{ spans: spans.length, waits: waiting.length, events: events.length, rollups: rollups.length },
    };
    count(dropped, left);
    count(untold, left);
  }

  async function flush(ms: number): Promise<boolean> {
    if (!underWay && queue.length === 0) return true;
    let limit: ReturnType<typeof setTimeout> | undefined;
    let done = () => {};
    const written = new Promise<boolean>((resolve) => {
      done = () => resolve(true);
      waiting.add(done);
    });
    const late = new Promise<boolean>((resolve) => {
      limit = setTimeout(() => resolve(false), ms);
    });
    const result = await Promise.race([written, late]);
    clearTimeout(limit);
    waiting.delete(done);
    return result;
  }

  async function close(ms: number): Promise<void> {
    const isWritten = await flush(ms);
    ended = true;
    if (timer) clearTimeout(timer);
    if (!isWritten) log('history could not be written before the end', { rows: rows() });
  }

  return {
    offer(batch) {
      if (ended) return;
      enqueue(batch);
      go();
    },
    status: () => ({ queued: rows(), dropped: { ...dropped } }),
    flush,
    close: (ms = 1_000) => (closed ??= close(ms)),
  };
}

function count(sum: Dropped, more: Partial<Dropped>): void {
  for (const [name, value] of Object.entries(more)) sum[name as keyof Dropped] += value;
}
