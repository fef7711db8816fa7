import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import { enter, type WrittenPlace } from './archive-fence';
import type { ServerPlace } from './archive-types';

const TABLES = ['subjects', 'spans', 'wait_spans', 'events', 'lock_order', 'coverage', 'epochs'] as const;
/** No configured target has it in its name. */
const PARKED = '~';

export type HistoryServers = {
  /** Says which server a target of this process is. */
  name(target: string, server: ServerPlace): void;
  /**
   * Within a transaction, after `enter`: makes the history of the target that of its server. A history of another server
   * under the same name is put aside as `<target>~<n>`, and comes back with its server. To be confirmed after the commit.
   */
  settle(db: Db, target: string): Promise<SettledServer>;
  /** The same in a transaction of its own, unless it is done. */
  settled(target: string, fence: number | null): Promise<void>;
};
type SettledServer = { confirm(): void };

/** `onPutAside` is called with the name under which the history of another server is kept from now on. */
export function createServers(
  db: Db,
  place: WrittenPlace,
  onPutAside: (target: string, name: string) => void,
): HistoryServers {
  const waiting = new Map<string, ServerPlace>();

  async function settle(trx: Db, target: string): Promise<SettledServer> {
    const server = waiting.get(target);
    if (!server) return { confirm() {} };
    const aside = await settleServer(trx, target, server);
    return {
      confirm() {
        waiting.delete(target);
        if (aside !== null) onPutAside(target, aside);
      },
    };
  }

  return {
    name: (target, server) => void waiting.set(target, server),
    settle,
    async settled(target, fence) {
      if (!waiting.has(target)) return;
      const done = await db.transaction().execute(async (trx) => {
        await enter(trx, place, { target, fence, watcher: '' });
        return settle(trx, target);
      });
      done.confirm();
    },
  };
}

/** Resolves to the name that the history of another server was put aside under; null = there was none. */
async function settleServer(db: Db, target: string, server: ServerPlace): Promise<string | null> {
  const known = await db
    .selectFrom('epochs')
    .selectAll()
    .where((where) =>
      where.or([where('target', '=', target), where('target', 'like', `${target}${PARKED}%`)]),
    )
    .execute();
  const current = known.find((row) => row.target === target);
  const before = placeOf(current?.server ?? null);
  const isOther = before !== null && !isSameServer(before, server);
  const aside = isOther ? `${target}${PARKED}${known.length}` : null;
  if (aside !== null && current) {
    await rename(db, target, aside);
    const back = known.find((row) => row.target !== target && isSame(placeOf(row.server), server));
    if (back) await rename(db, back.target, target);
    else
      await db
        .insertInto('epochs')
        .values({ ...current, last_batch: '' })
        .execute();
  }
  await db
    .updateTable('epochs')
    .set({ server: JSON.stringify(server), ...(current && { fence: current.fence }) })
    .where('target', '=', target)
    .execute();
  return aside;
}

/** The same server may be named by another of its addresses: seeds and sentinels come and go. */
function isSameServer(a: ServerPlace, b: ServerPlace): boolean {
  if (a.kind !== b.kind || a.primary !== b.primary || a.db !== b.db) return false;
  return a.addresses.some((address) => b.addresses.includes(address));
}

function isSame(a: ServerPlace | null, b: ServerPlace): boolean {
  return a !== null && isSameServer(a, b);
}

function placeOf(text: string | null): ServerPlace | null {
  return text === null ? null : (JSON.parse(text) as ServerPlace);
}

async function rename(db: Db, from: string, to: string): Promise<void> {
  for (const table of TABLES)
    await sql`update ${sql.table(table)} set target = ${to} where target = ${from}`.execute(db);
}
