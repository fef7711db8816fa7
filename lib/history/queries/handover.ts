import type { HandoverPack } from '../../contract/history/handover';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Lock } from '../../contract/lock';
import type { Db } from '../database/multi-row';
import { ledger } from './ledger';
import { marks } from './marks';
import { pastLockAt } from './moment';
import { findingsDuring } from './past-findings';
import { askedOf, type Subjects, subjectsOf } from './scope';
import { series } from './series';
import { namesOf } from './span-rows';
import { timeline } from './timeline/timeline';

type HandoverQuestion = {
  scope: HistoryScope;
  fromMs: number;
  toMs: number;
  /** The lock as it is now; null = it is not there, or the pack is of none. */
  lock: Lock | null;
  /** Of which targets it says what people did; 'all' = of no target too, null = of none. */
  actionsOf: readonly string[] | 'all' | null;
};

const SPANS = 1_000;
const EVENTS = 1_000;
const ROWS = 100;

/** Everything about a lock or a window that somebody who takes over needs. */
export async function handover(db: Db, question: HandoverQuestion, nowMs: number): Promise<HandoverPack> {
  const { scope, fromMs, lock } = question;
  // A range that moves with the clock ends a little after it; the pack says nothing of then.
  const toMs = Math.max(fromMs + 1, Math.min(question.toMs, nowMs));
  const subjects = await subjectsOf(db, scope);
  const at = toMs - 1;
  const [id] = scope.lock === null ? [] : subjects.own;
  const shown = await timeline(db, { scope, holder: null, fromMs, toMs, limit: SPANS }, nowMs);
  const { marks: events } = await marks(db, { scope, fromMs, toMs, kinds: null, limit: EVENTS }, nowMs);
  const { rows } = await ledger(db, { scope, fromMs, toMs, offset: 0, limit: ROWS }, nowMs);
  return {
    title: lock?.key.text ?? shown.locks.find((each) => each.id === scope.lock)?.key ?? titleOf(scope),
    scope: askedOf(scope),
    fromMs,
    toMs,
    lock,
    atEnd:
      scope.lock === null || id === undefined ? null : (await pastLockAt(db, scope.lock, at, nowMs)).lock,
    timeline: shown,
    series: await series(db, { scope, fromMs, toMs }, nowMs),
    ledger: rows,
    events,
    findings: await findingsOf(db, subjects, fromMs, toMs),
    actions: question.actionsOf === null ? null : await actionsOf(db, subjects, question.actionsOf, question),
    masked: null,
    nowMs,
  };
}

function titleOf({ lock, family, target }: HistoryScope): string {
  return lock ?? family ?? target ?? 'all targets';
}

async function findingsOf(
  db: Db,
  { scope, targets, own }: Subjects,
  fromMs: number,
  toMs: number,
): Promise<HandoverPack['findings']> {
  const names = targets.map(({ target }) => target);
  const found = await findingsDuring(
    db,
    { targets: names.length > 0 ? names : [''], lock: scope.lock === null ? null : own },
    fromMs,
    toMs,
  );
  const locks = await namesOf(
    db,
    found.flatMap(({ lock }) => lock ?? []),
  );
  return found
    .map((finding) => ({ finding, lock: finding.lock === null ? null : locks.get(finding.lock) }))
    .filter(({ lock }) => scope.family === null || lock?.family === scope.family)
    .map(({ finding: { code, severity, sinceMs, untilMs, node }, lock }) => {
      return { code, severity, sinceMs, untilMs, key: lock?.key ?? node };
    });
}

async function actionsOf(
  db: Db,
  { scope, targets }: Subjects,
  among: readonly string[] | 'all',
  { fromMs, toMs }: Pick<HandoverQuestion, 'fromMs' | 'toMs'>,
): Promise<NonNullable<HandoverPack['actions']>> {
  let query = db
    .selectFrom('audit')
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .orderBy('at_ms')
    .limit(EVENTS)
    .select(['at_ms as atMs', 'actor', 'action', 'key', 'reason', 'outcome']);
  if (scope.lock !== null) query = query.where('lock_id', '=', scope.lock);
  if (among !== 'all') query = query.where('target', 'in', [...among]);
  else if (scope.lock === null && scope.target !== null)
    query = query.where('target', 'in', [...targets.map(({ target }) => target), '']);
  return query.execute();
}
