import type { Health } from '../database/health';
import type { Db, Dialect } from '../database/multi-row';
import { TIERS } from '../database/tiers';
import type { ArchiveSize } from './archive-size';
import type { ArchiveStatus, Retention } from './archive-types';

type Parts = {
  db: Db;
  kind: Dialect;
  name: string;
  size: ArchiveSize;
  problem: Health['problem'];
  retention: Retention;
};

/** What the archive says of itself; what cannot be asked now is null. */
export async function archiveStatusOf(parts: Parts, writtenAtMs: number | null): Promise<ArchiveStatus> {
  const { db, kind, name, size, problem, retention } = parts;
  const asked = await reachesOf(db, size).catch(() => null); // told by `problem`
  return {
    kind,
    place: name,
    problem: problem(),
    bytes: asked?.bytes ?? null,
    reaches: asked?.reaches ?? {
      spans: null,
      events: null,
      tiers: TIERS.map((tierMs) => ({ tierMs, fromMs: null })),
    },
    retention: Object.entries(retention.days).map(([what, days]) => ({ what, days })),
    maxBytes: retention.maxBytes,
    writtenAtMs,
  };
}

async function reachesOf(db: Db, size: ArchiveSize): Promise<Pick<ArchiveStatus, 'bytes' | 'reaches'>> {
  const spans = await db.selectFrom('spans').select('from_ms').orderBy('from_ms').limit(1).executeTakeFirst();
  const events = await db.selectFrom('events').select('at_ms').orderBy('at_ms').limit(1).executeTakeFirst();
  const tiers: { tierMs: number; fromMs: number | null }[] = [];
  for (const tierMs of TIERS) {
    const oldest = await db
      .selectFrom('rollups')
      .select('start_ms')
      .where('tier_ms', '=', tierMs)
      .orderBy('start_ms')
      .limit(1)
      .executeTakeFirst();
    tiers.push({ tierMs, fromMs: oldest?.start_ms ?? null });
  }
  return {
    bytes: await size.disk(),
    reaches: { spans: spans?.from_ms ?? null, events: events?.at_ms ?? null, tiers },
  };
}
