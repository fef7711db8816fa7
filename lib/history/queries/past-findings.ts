import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import { valuesOf } from './marks';

/** A finding that was open at some moment. `lock` null = it is of a server. */
export type PastFinding = {
  code: string;
  severity: string;
  sinceMs: number;
  untilMs: number | null;
  lock: number | null;
  node: string | null;
  target: string;
};

/** The newest changes of findings that are looked at, and how far back. */
const CHANGES = 20_000;
const BACK_MS = 14 * 86_400_000;

/** `lock` null = of whatever; `none` = of servers. */
type Of = { targets: readonly string[]; lock: readonly number[] | 'none' | null };

const AT_ONCE = 5_000;

/** Findings that were open at a moment: raised at most two weeks before, and not cleared since. */
export async function findingsOpenAt(db: Db, of: Of, atMs: number): Promise<PastFinding[]> {
  const [fromMs, toMs] = [atMs - BACK_MS, atMs + 1];
  const found: PastFinding[] = [];
  if (of.lock !== null) found.push(...(await findingsBetween(db, of, fromMs, toMs)));
  else {
    const places = await placesOfOpen(db, of.targets, fromMs, toMs);
    const locks = [...new Set(places.flatMap(({ lock }) => lock ?? []))];
    if (places.some(({ lock }) => lock === null))
      found.push(...(await findingsBetween(db, { ...of, lock: 'none' }, fromMs, toMs)));
    for (let from = 0; from < locks.length; from += AT_ONCE) {
      const some = { ...of, lock: locks.slice(from, from + AT_ONCE) };
      found.push(...(await findingsBetween(db, some, fromMs, toMs)));
    }
  }
  return found.filter(({ untilMs }) => untilMs === null);
}

/**
 * Where a finding was raised and not cleared, and maybe some places more: its code is in the beginning of the details, which
 * tells codes apart. Most findings are over, and reading all of them takes far longer than finding those that are not.
 */
async function placesOfOpen(
  db: Db,
  targets: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<{ lock: number | null }[]> {
  if (targets.length === 0) return [];
  const lastOf = (kind: string) => sql`max(case when kind = ${sql.lit(kind)} then at_ms end)`;
  return db
    .selectFrom('events')
    .where(FINDINGS)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .where('target', 'in', [...targets])
    .groupBy(['target', 'lock', 'node', sql`substr(details, 1, 40)`])
    .having(sql<boolean>`${lastOf('finding-raised')} >= coalesce(${lastOf('finding-cleared')}, 0)`)
    .select('lock')
    .execute();
}

/** In the words of its index. */
const FINDINGS = sql<boolean>`kind in ('finding-raised', 'finding-cleared')`;

/** Findings that were open at any time of the range, as far as they were raised in it or before it. */
export async function findingsDuring(db: Db, of: Of, fromMs: number, toMs: number): Promise<PastFinding[]> {
  const found = await findingsBetween(db, of, fromMs - BACK_MS, toMs);
  return found.filter(({ untilMs }) => untilMs === null || untilMs > fromMs);
}

async function findingsBetween(db: Db, of: Of, fromMs: number, toMs: number): Promise<PastFinding[]> {
  let query = db
    .selectFrom('events')
    .where(FINDINGS)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .orderBy('at_ms', 'desc')
    .limit(CHANGES)
    .select(['at_ms', 'kind', 'lock', 'node', 'target', 'details']);
  if (of.lock === null || of.lock === 'none') query = query.where('target', 'in', [...of.targets]);
  if (of.lock === 'none') query = query.where('lock', 'is', null);
  else if (of.lock !== null) query = query.where('lock', 'in', of.lock.length > 0 ? [...of.lock] : [-1]);
  const changes = await query.execute();
  const all: PastFinding[] = [];
  const open = new Map<string, PastFinding>();
  for (const { at_ms, kind, lock, node, target, details } of changes.reverse()) {
    const { code = '', severity = 'info', sinceMs = at_ms } = valuesOf(details);
    const name = `${target} ${lock ?? ''} ${node ?? ''} ${code}`;
    const known = open.get(name);
    if (kind === 'finding-cleared') {
      if (known) known.untilMs = at_ms;
      open.delete(name);
    } else if (!known) {
      const raised = {
        code: String(code),
        severity: String(severity),
        sinceMs: Number(sinceMs),
        untilMs: null,
      };
      const finding = { ...raised, lock, node, target };
      open.set(name, finding);
      all.push(finding);
    }
  }
  return all;
}
