import { valuesOf } from './marks';
import type { Db } from './scope';

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

type Of = { targets: readonly string[]; lock: readonly number[] | null };

/** Findings that were open at a moment: raised at most two weeks before, and not cleared since. */
export async function openFindings(db: Db, of: Of, atMs: number): Promise<PastFinding[]> {
  const found = await findingsBetween(db, of, atMs - BACK_MS, atMs + 1);
  return found.filter(({ untilMs }) => untilMs === null);
}

/** Findings that were open at any time of the range, as far as they were raised in it or before it. */
export async function findingsDuring(db: Db, of: Of, fromMs: number, toMs: number): Promise<PastFinding[]> {
  const found = await findingsBetween(db, of, fromMs - BACK_MS, toMs);
  return found.filter(({ untilMs }) => untilMs === null || untilMs > fromMs);
}

async function findingsBetween(db: Db, of: Of, fromMs: number, toMs: number): Promise<PastFinding[]> {
  let query = db
    .selectFrom('events')
    .where('kind', 'in', ['finding-raised', 'finding-cleared'])
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .orderBy('at_ms', 'desc')
    .limit(CHANGES)
    .select(['at_ms', 'kind', 'lock', 'node', 'target', 'details']);
  if (of.lock === null) query = query.where('target', 'in', [...of.targets]);
  else query = query.where('lock', 'in', of.lock.length > 0 ? [...of.lock] : [-1]);
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
