import { randomUUID } from 'node:crypto';
import { isConsoleError } from '../../domain/values/errors';
import type { HistoryBatch, SubjectRef } from '../database/batch';
import { createInProcessMutex } from '../database/in-process-mutex';
import { type Db, type Dialect, insertRows } from '../database/multi-row';
import { writeCoverage } from './archive-coverage';
import { enter, leave, type WrittenPlace } from './archive-fence';
import { writeOrders } from './archive-orders';
import { writeRollups } from './archive-rollups';
import type { HistoryServers } from './archive-server';
import { spanTable, waitSpanTable, writeSpans } from './archive-spans';
import { createSubjects } from './archive-subjects';
import { createOpenRows } from './open-rows';

/** Rows of one target that may still be changed. */
export type TargetRows = { spans: NamedRows; waits: NamedRows };
type NamedRows = ReturnType<typeof createOpenRows>;

/** Writes batches one after the other, each in a transaction of its own. */
export function createBatchWriter(db: Db, place: WrittenPlace, servers: Pick<HistoryServers, 'settle'>) {
  const { kind } = place;
  const targets = new Map<string, TargetRows>();
  const subjects = createSubjects();
  const names = new WeakMap<HistoryBatch, string>();
  const turns = createInProcessMutex();

  function rowsOf(target: string): TargetRows {
    const rows = targets.get(target) ?? { spans: createOpenRows('span'), waits: createOpenRows('wait') };
    targets.set(target, rows);
    return rows;
  }

  async function writeOnce(batch: HistoryBatch, name: string): Promise<void> {
    const { spans, waits } = rowsOf(batch.target);
    const done = await db.transaction().execute(async (trx) => {
      const writer = { ...batch, watcher: batch.covered?.watcher ?? '' };
      const isDone = (await enter(trx, place, writer)) === name;
      const settled = await servers.settle(trx, batch.target);
      const ids = await subjects.of(trx, kind, batch);
      const idOfLock = (lock: string) => ids.idOf({ kind: 'lock', target: batch.target, lock });
      // Of a batch that is there already, only the numbers of its rows have to be learned.
      const written = await writeSpans(trx, kind, spanTable(spans), batch.spans, idOfLock);
      const waited = await writeSpans(trx, kind, waitSpanTable(waits), batch.waitSpans, idOfLock);
      if (!isDone) {
        await writeRest(trx, kind, batch, ids.idOf);
        await leave(trx, writer, name);
      }
      return { ids, written, waited, settled };
    });
    done.settled.confirm();
    done.ids.keep();
    for (const { uid, id, goesOn } of done.written) spans.set(uid, id, goesOn);
    for (const { uid, id, goesOn } of done.waited) waits.set(uid, id, goesOn);
  }

  return {
    rowsOf,
    async write(batch: HistoryBatch): Promise<void> {
      const name = names.get(batch) ?? randomUUID();
      names.set(batch, name);
      await turns.acquire();
      try {
        await writeOnce(batch, name);
      } catch (error) {
        // The answer may be all that was lost.
        if (isConsoleError(error, 'history-unavailable') || isConsoleError(error, 'timed-out')) {
          const { spans, waits } = rowsOf(batch.target);
          spans.doubt(batch.spans.map(({ uid }) => uid));
          waits.doubt(batch.waitSpans.map(({ uid }) => uid));
        }
        throw error;
      } finally {
        turns.release();
      }
    },
  };
}

async function writeRest(
  db: Db,
  kind: Dialect,
  batch: HistoryBatch,
  idOf: (ref: SubjectRef) => number,
): Promise<void> {
  const { target, covered } = batch;
  const idOfLock = (lock: string) => idOf({ kind: 'lock', target, lock });
  const waiting = new Map(
    batch.waiting.map(({ lock, atMs, waiters }) => [
      `${lock} ${atMs}`,
      { lock: idOfLock(lock), at_ms: atMs, waiters },
    ]),
  );
  await insertRows(
    db,
    kind,
    {
      into: 'waiting',
      columns: ['lock', 'at_ms', 'waiters'],
      tail: 'on conflict (lock, at_ms) do update set waiters = excluded.waiters',
    },
    [...waiting.values()],
  );
  await writeRollups(db, kind, batch, idOf);
  await insertRows(
    db,
    kind,
    {
      into: 'events',
      columns: ['at_ms', 'target', 'lock', 'node', 'kind', 'known_by', 'holder', 'details'],
    },
    batch.events.map((event) => ({
      at_ms: event.atMs,
      target,
      lock: event.lock === null ? null : idOfLock(event.lock),
      node: event.node,
      kind: event.kind,
      known_by: event.by,
      holder: event.holder,
      details: JSON.stringify(event.values),
    })),
  );
  await writeOrders(db, kind, batch, idOf);
  if (covered) await writeCoverage(db, kind, target, covered);
}
