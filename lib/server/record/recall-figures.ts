import type { Db } from '../../history/database/multi-row';
import type { MemoryStore } from '../../history/memory/memory-store';
import { series } from '../../history/queries/series';

export type RecalledInto = Pick<MemoryStore, 'recall'>;

/** As far as the overview goes back, in points of ten seconds. */
const RECALLED_MS = 900_000;

/**
 * Gives the memory what the archive has of the minutes before this process: a console that was started anew, or took over,
 * shows them. A point in which nobody watched stays a gap. Rejects when the history cannot be read.
 */
export async function recallFigures(
  db: Db,
  memory: RecalledInto,
  target: string,
  nowMs: number,
): Promise<void> {
  const scope = { target, family: null, lock: null };
  const { points } = await series(db, { scope, fromMs: nowMs - RECALLED_MS, toMs: nowMs }, nowMs);
  const samples = points.flatMap(({ startMs, heldMax, waitingMax }) =>
    heldMax === null ? [] : [{ target, atMs: startMs, held: heldMax, waiting: waitingMax }],
  );
  memory.recall(target, samples);
}
