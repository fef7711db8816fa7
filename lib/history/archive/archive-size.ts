import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import type { ArchiveLocation } from '../database/place';

/** `disk`: what the files take. `live`: what would be left of it if they had no gaps; a database fills those first. */
export type ArchiveSize = {
  disk(): Promise<number>;
  live(): Promise<number>;
  shrink(turn: () => Promise<void>): Promise<void>;
};

export function sizeOf(db: Db, place: ArchiveLocation): ArchiveSize {
  if (place.kind === 'postgres') return postgresSize(db);
  return sqliteSize(db, place.kind === 'sqlite' ? `${place.path}-wal` : null);
}

const PAGES_A_STEP = 64;
/** Gaps up to this share of the file are left for what comes next. */
const GAPS = 1 / 16;

function sqliteSize(db: Db, wal: string | null): ArchiveSize {
  const pragma = async (name: string): Promise<number> => {
    const { rows } = await sql<Record<string, number>>`${sql.raw(`pragma ${name}`)}`.execute(db);
    return Number(Object.values(rows[0] ?? {})[0] ?? 0);
  };
  return {
    async disk() {
      const file = (await pragma('page_count')) * (await pragma('page_size'));
      const log = wal === null ? null : await stat(/* turbopackIgnore: true */ wal).catch(() => null);
      return file + (log?.size ?? 0);
    },
    async live() {
      return ((await pragma('page_count')) - (await pragma('freelist_count'))) * (await pragma('page_size'));
    },
    async shrink(turn) {
      const enough = (await pragma('page_count')) * GAPS;
      for (let free = await pragma('freelist_count'); free > enough; ) {
        await sql`${sql.raw(`pragma incremental_vacuum(${PAGES_A_STEP})`)}`.execute(db);
        await turn();
        const left = await pragma('freelist_count');
        if (left >= free) return;
        free = left;
      }
    },
  };
}

const TUPLE_BYTES = 28;
const PAGE_BYTES = 8192;

function postgresSize(db: Db): ArchiveSize {
  const ask = async (query: ReturnType<typeof sql<{ bytes: number | null }>>) =>
    Number((await query.execute(db)).rows[0]?.bytes ?? 0);
  return {
    disk: () =>
      ask(sql<{ bytes: number | null }>`
        select sum(pg_total_relation_size(c.oid)) as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind = 'r'`),
    // Deleted rows leave gaps that only a rewrite would give back, so rows are counted, not files.
    async live() {
      for (const table of ['spans', 'rollups', 'histograms', 'events', 'waiting', 'wait_spans', 'subjects'])
        await sql`analyze ${sql.table(table)}`.execute(db);
      return ask(sql<{ bytes: number | null }>`
        select sum(case when c.reltuples <= 0 then 0 else
          c.reltuples * (${TUPLE_BYTES}::float8 + coalesce(w.width, 0))
            * pg_total_relation_size(c.oid) / greatest(pg_relation_size(c.oid), ${PAGE_BYTES}::bigint)
        end)::float8 as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join (
          select tablename, sum(avg_width * (1 - null_frac)) as width
          from pg_stats where schemaname = current_schema() group by tablename
        ) w on w.tablename = c.relname
        where n.nspname = current_schema() and c.relkind = 'r'`);
    },
    shrink: async () => {}, // autovacuum makes the gaps usable
  };
}
