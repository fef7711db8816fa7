import type { Grant } from '../../contract/access/sessions';
import type { KeptKey, KeyOutcome } from '../../contract/actions';
import type { AuditEntry, ChainedEntry } from '../../contract/audit';
import { covers, mayEverywhere, reachOf } from '../../domain/access/grants';
import { seesEverything, seesTokens } from '../../domain/access/principal';
import type { AuditBounds, AuditQuery } from '../../domain/actions/audit';
import { hiddenKeysOf } from '../../domain/actions/left-keys';
import { isOwnEntry, onlyOwnPart } from '../../domain/actions/own-audit';
import { keyOfSlug, type LockId, parseLockId } from '../../domain/keys/lock-id';
import type { Runtime } from '../runtime/types';
import { maskedAnswer } from './mask';

/**
 * Whose audit entries somebody reads: of the targets and keys on which they may. What is of no one lock is of its whole
 * target, and what is of no target of whoever may everywhere. Of a query's `own` the others come too, without what their
 * rights hide.
 */
export function auditFor(runtime: Runtime, grants: readonly Grant[]): Pick<Runtime, 'history' | 'archive'> {
  const { history, archive } = runtime;
  const seesAll = seesEverything(grants);
  if (seesAll && mayEverywhere(grants, 'audit')) return { history, archive };
  const isBounded = !mayEverywhere(grants, 'audit');
  const names = runtime.all().map(({ target }) => target.name);
  const reaches = new Map(names.map((name) => [name, reachOf(grants, 'audit', name)]));
  const targets = names.filter((name) => reaches.get(name) !== 'none');
  const isInPart = targets.some((name) => reaches.get(name) !== 'all');
  const isCovered = ({ target, lockId }: Pick<AuditEntry, 'target' | 'lockId'>) => {
    const slug = lockId === null ? undefined : parseLockId(lockId)?.slug;
    return covers(reaches.get(target) ?? 'none', slug === undefined ? null : keyOfSlug(slug));
  };
  // What is not shown cannot be searched for either: a part that is found gives it away.
  const boundsFor = ({ own }: Pick<AuditQuery, 'own'>): AuditBounds => ({
    ...(isBounded && { among: targets, ...(own && { orBy: own.name }) }),
    ...(isBounded &&
      (isInPart || own) && {
        only: (entry: AuditEntry) => isCovered(entry) || (own != null && isOwnEntry(entry, own)),
      }),
    ...(!seesAll && { withoutHolders: true }),
  });
  const isRead = (id: unknown) => typeof id !== 'string' || isCovered({ target: targetOf(id), lockId: id });
  const partOf = (entry: ChainedEntry) => {
    if (!isCovered(entry)) return onlyOwnPart(entry);
    return reaches.get(entry.target) === 'all' ? entry : withoutOthers(entry, isRead);
  };
  const shown = (entries: ChainedEntry[]) =>
    maskedAnswer(isBounded ? entries.map(partOf) : entries, (target, key) => seesTokens(grants, target, key));
  const bounded = (read: typeof archive.audit): typeof archive.audit => {
    return async (query) => shown(await read({ ...query, ...boundsFor(query) }));
  };
  const own = bounded(archive.audit);
  // Whether anything was changed is of all entries; which one, only for who may read it.
  const auditChain: typeof archive.auditChain = async () => {
    const whole = await archive.auditChain();
    const uncovered = whole.uncovered && isBounded ? { ...whole.uncovered, range: null } : whole.uncovered;
    const state = { ...whole, uncovered };
    const id = state.broken?.entry ?? null;
    if (!state.broken || id === null) return state;
    const [found] = await own({ limit: 1, beforeId: id + 1 });
    return found?.id === id ? state : { ...state, broken: { ...state.broken, entry: null } };
  };
  return {
    history: {
      ...history,
      audit: bounded(history.audit),
      auditWaiting: (query) => history.auditWaiting(boundsFor(query)),
    },
    archive: { ...archive, audit: own, auditChain },
  };
}

function targetOf(id: LockId): string {
  return parseLockId(id)?.target ?? '';
}

/**
 * An entry of a hold over several keys without the names of those that are not shown; `notShown` = how many they are, `hidden`
 * of the hold = how many of them keep it.
 */
function withoutOthers(entry: ChainedEntry, isRead: (id: unknown) => boolean): ChainedEntry {
  const { also, hold } = entry.details;
  if (also === undefined && hold === undefined) return entry;
  const { asked, keys, kept, ...more } = (hold ?? {}) as Record<string, unknown>;
  // Where the outcome of each key is known, its list has more than that of the names that were asked for.
  const ofAsked = keys === undefined ? parts(asked, (name) => name === entry.key) : { gone: [] };
  const parted = [...[also, keys, kept].map((list) => parts(list, isRead)), ofAsked];
  const [others, ofKeys, ofKept] = parted;
  const notShown = parted.reduce((sum, { gone }) => sum + gone.length, 0);
  if (notShown === 0) return entry;
  const hidden = hiddenKeysOf((ofKeys?.gone ?? []) as KeyOutcome[], (ofKept?.gone ?? []) as KeptKey[]);
  const details = {
    ...entry.details,
    ...(also !== undefined && { also: others?.left }),
    ...(hold !== undefined && {
      hold: { ...more, asked: ofAsked.left, keys: ofKeys?.left, kept: ofKept?.left, hidden },
    }),
    notShown,
  };
  return { ...entry, details };
}

/** The entries of a list that are shown, and those that are not; `left` undefined = it is no list. */
function parts(list: unknown, isShown: (of: unknown) => boolean): { left?: unknown[]; gone: unknown[] } {
  if (!Array.isArray(list)) return { gone: [] };
  const [left, gone]: [unknown[], unknown[]] = [[], []];
  for (const each of list) (isShown(each?.id ?? each) ? left : gone).push(each);
  return { left, gone };
}
