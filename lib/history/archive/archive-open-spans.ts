import type { Db } from '../database/multi-row';
import { enter, type WrittenPlace } from './archive-fence';
import type { EndOpenSpans, OpenSpans } from './archive-types';
import type { TargetRows } from './archive-write';

/** What an earlier watch of a target left without an end. */
export async function openSpans(db: Db, { spans, waits }: TargetRows, target: string): Promise<OpenSpans> {
  const ownSpans = spans.ids();
  const ownWaits = waits.ids();
  const left = await db
    .selectFrom('spans')
    .innerJoin('subjects', 'subjects.id', 'spans.lock')
    .selectAll('spans')
    .select('subjects.name')
    .where('spans.target', '=', target)
    .where('to_ms', 'is', null)
    .execute();
  const leftWaits = await db
    .selectFrom('wait_spans')
    .innerJoin('subjects', 'subjects.id', 'wait_spans.lock')
    .selectAll('wait_spans')
    .select('subjects.name')
    .where('wait_spans.target', '=', target)
    .where('to_ms', 'is', null)
    .execute();
  return {
    spans: left
      .filter(({ id }) => !ownSpans.has(id))
      .map(({ id, name, ...row }) => ({ ...row, uid: spans.uidOf(id), lock: name })),
    waitSpans: leftWaits
      .filter(({ id }) => !ownWaits.has(id))
      .map(({ id, name, ...row }) => ({ ...row, uid: waits.uidOf(id), lock: name })),
    lastCoveredMs: await lastCovered(db, target, Number.MAX_SAFE_INTEGER),
  };
}

/** Ends them with the last watch before `beforeMs`; none ends before it began. */
export async function endOpenSpans(
  db: Db,
  place: WrittenPlace,
  { spans, waits }: TargetRows,
  { target, fence, keep, beforeMs }: EndOpenSpans,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await enter(trx, place, { target, fence, watcher: '' });
    const lastMs = Math.min(beforeMs, (await lastCovered(trx, target, beforeMs)) ?? beforeMs);
    const kept = (rows: typeof spans) => {
      const ids = rows.ids();
      for (const uid of keep) {
        const id = rows.idOf(uid);
        if (id !== undefined) ids.add(id);
      }
      return ids;
    };
    let ended = 0;
    for (const [table, goOn] of [
      ['spans', kept(spans)],
      ['wait_spans', kept(waits)],
    ] as const) {
      const open = await trx
        .selectFrom(table)
        .select(['id', 'from_ms'])
        .where('target', '=', target)
        .where('to_ms', 'is', null)
        .execute();
      for (const { id, from_ms } of open) {
        if (goOn.has(id)) continue;
        const to_ms = Math.max(from_ms, lastMs);
        if (table === 'spans')
          await trx.updateTable(table).set({ to_ms, ended: 'unseen' }).where('id', '=', id).execute();
        else await trx.updateTable(table).set({ to_ms }).where('id', '=', id).execute();
        if (table === 'spans') ended++;
      }
    }
    return ended;
  });
}

async function lastCovered(db: Db, target: string, beforeMs: number): Promise<number | null> {
  const row = await db
    .selectFrom('coverage')
    .select(({ fn }) => fn.max('to_ms').as('lastMs'))
    .where('target', '=', target)
    .where('from_ms', '<', beforeMs)
    .executeTakeFirst();
  return row?.lastMs ?? null;
}
