import { ConsoleError } from '../../domain/values/errors';
import type { Backend } from '../database/backend';
import type { Db } from '../database/multi-row';

/** What a transaction that writes figures has to know of the database. */
export type WrittenPlace = Pick<Backend, 'kind' | 'ownership'>;

/** Who writes of a target, and which batch (a name for it) was the last. */
type FencedWriter = { target: string; fence: number | null; watcher: string };

/**
 * First in every transaction that writes of a target: lets no two of them run at once, and refuses with `history-fenced`
 * when somebody with a newer fence wrote before, or another process owns the file. Resolves to the name of the batch written last, '' for none.
 */
export async function enter(
  db: Db,
  { kind, ownership }: WrittenPlace,
  { target, fence, watcher }: FencedWriter,
): Promise<string> {
  await ownership.check(db);
  await db
    .insertInto('epochs')
    .values({ target, fence: fence ?? 0, watcher, last_batch: '', server: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = db.selectFrom('epochs').selectAll().where('target', '=', target);
  const epoch = await (kind === 'postgres' ? row.forUpdate() : row).executeTakeFirstOrThrow();
  if (fence !== null && fence < epoch.fence) {
    const message = `"${target}" is watched by ${epoch.watcher} now, with fence ${epoch.fence}; ours is ${fence}`;
    throw new ConsoleError('history-fenced', message, { target, fence, newest: epoch.fence });
  }
  // At once: who has the older one must not write between this and our first batch.
  if (fence !== null && fence > epoch.fence)
    await db.updateTable('epochs').set({ fence }).where('target', '=', target).execute();
  return epoch.last_batch;
}

/** Last in the transaction of a batch. */
export async function leave(db: Db, { target, watcher }: FencedWriter, batch: string): Promise<void> {
  await db.updateTable('epochs').set({ watcher, last_batch: batch }).where('target', '=', target).execute();
}
