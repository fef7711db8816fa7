import { holderSeen } from '../../actions/plan/holder-seen';
import type { Collector, IndexPatch, LockMemory } from '../../collector/types';
import type { Grant } from '../../contract/access/sessions';
import type { EvidenceCode } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { Lock, LockEvent } from '../../contract/lock';
import type { NodeStatus } from '../../contract/nodes';
import { covers, mayEverywhere, reachOf } from '../../domain/access/grants';
import { seesEverything, seesTokens, seesTokensOf } from '../../domain/access/principal';
import { unseenKeysOf } from '../../domain/actions/other-keys';
import { keyOfSlug, type LockId, parseLockId } from '../../domain/keys/lock-id';
import { UNKNOWN } from '../../domain/values/counted';
import { ConsoleError } from '../../domain/values/errors';
import { talliesOf } from '../../reads/findings';
import type { Runtime, TargetHandle } from '../runtime/types';
import { auditFor } from './audit-scope';
import { oneNameEach } from './holder-names';
import { maskedAnswer, maskedOnce } from './mask';
import { createScopedLive } from './scoped-live';

/** Views with clients are kept; of others so many. */
const MOST_VIEWS = 64;

const views = new WeakMap<Runtime, Map<string, Runtime>>();

/**
 * The runtime as somebody with these grants may see it: every read, count, cursor, search, list of the past and live stream
 * that is made of it has their targets and keys only, and masked tokens where the token would be worth a release. Others
 * with the same grants share it.
 */
export function scopedRuntime(runtime: Runtime, grants: readonly Grant[]): Runtime {
  const known = viewsOf(runtime);
  const name = JSON.stringify(grants);
  const found = known.get(name);
  if (found) return found;
  if (known.size >= MOST_VIEWS)
    for (const [other, { live }] of known) {
      const isOwn = live !== runtime.live; // whoever sees everything has that of the process
      if (isOwn && live.clients() > 0) continue;
      if (isOwn) live.close();
      known.delete(other);
      break;
    }
  const made = seesEverything(grants) ? wholeOf(runtime, grants) : scopeOf(runtime, grants);
  known.set(name, made);
  return made;
}

/** A view has the targets of its making: when one comes or goes all are made anew, and their clients open their streams again. */
function viewsOf(runtime: Runtime): Map<string, Runtime> {
  const found = views.get(runtime);
  if (found) return found;
  const made = new Map<string, Runtime>();
  views.set(runtime, made);
  runtime.onTargets(() => {
    for (const { live } of made.values()) if (live !== runtime.live) live.close();
    made.clear();
  });
  return made;
}

/** For somebody who sees everything: all but the audit, which is a right of its own. */
function wholeOf(runtime: Runtime, grants: readonly Grant[]): Runtime {
  return { ...runtime, grants, ...auditFor(runtime, grants) };
}

function scopeOf(runtime: Runtime, grants: readonly Grant[]): Runtime {
  const handles = new Map<string, TargetHandle>();
  for (const handle of runtime.all()) {
    if (reachOf(grants, 'view', handle.target.name) === 'none') continue;
    const collector = scopedCollector(handle.collector, grants);
    handles.set(handle.target.name, { ...handle, collector });
  }

  function watched(target: string): TargetHandle {
    const found = handles.get(target);
    if (found) return found;
    throw new ConsoleError('invalid-argument', `There is no target called ${target.slice(0, 64)}.`, {
      setting: 'target',
    });
  }

  const all = (target?: string | null) =>
    target === null || target === undefined ? [...handles.values()] : [watched(target)];
  const known = (target?: string | null) => all(target).flatMap(({ collector }) => collector.locks());
  const locks = (target?: string | null) => known(target).filter(({ possible }) => !possible);
  /** With every token: `joined` and `byHolder` mask what they make of them. */
  function ofVisible(target: string | null = null): Lock[] {
    const names = new Set(all(target).map((handle) => handle.target.name));
    return runtime
      .all()
      .filter((handle) => names.has(handle.target.name))
      .flatMap(({ collector }) => collector.locks())
      .filter(({ id, possible }) => !possible && isVisibleId(id));
  }
  const nodes = (target?: string | null) => {
    const names = new Set(all(target).map((handle) => handle.target.name));
    return runtime
      .nodes()
      .filter((node) => names.has(node.target))
      .map((node) =>
        reachOf(grants, 'view', node.target) === 'all' ? node : nodeInPart(node, known(node.target)),
      );
  };
  const isVisible = (target: string, key: string | null = null) =>
    covers(reachOf(grants, 'view', target), key);
  const isVisibleId = (id: LockId) => isVisible(parseLockId(id)?.target ?? '', keyOf(id));
  const { silences, decisions, now, startedAtMs } = runtime;
  const { history, archive } = auditFor(runtime, grants);
  const among = mayEverywhere(grants, 'view')
    ? null
    : [...handles.keys()].filter((name) => reachOf(grants, 'view', name) === 'all');
  const scopedSilences = {
    ...silences,
    running: () =>
      silences
        .running()
        .filter(({ target, scope }) => isVisible(target, scope.kind === 'lock' ? keyOf(scope.id) : null)),
  };
  const tallies = () =>
    talliesOf({ silences: scopedSilences, startedAtMs, locks, nodes, now }, [...handles.keys()]);
  const scoped: Runtime = {
    ...runtime,
    grants,
    among,
    shown: (answer) => maskedAnswer(answer, (target, key) => seesTokens(grants, target, key)),
    watched,
    all,
    locks,
    byHolder: (target) => oneNameEach(locks(target), ofVisible(target), grants),
    unseenOf(holds) {
      const isNamed = (id: LockId) => isVisibleId(id) && seesTokensOf(grants, id);
      const isInPart = (target: string) => !isVisible(target) || !seesTokens(grants, target, null);
      const known = holds.flatMap(({ id, tokenDigest }) => {
        const address = isNamed(id) ? parseLockId(id) : null;
        if (!address || !isInPart(address.target)) return [];
        const lock = runtime.watched(address.target).collector.find(id)?.lock ?? null;
        const holder = holderSeen(lock, tokenDigest);
        return lock && holder ? [{ lock, holder }] : [];
      });
      return unseenKeysOf(known, runtime.locks, isNamed);
    },
    possible: (target) => known(target).filter(({ possible }) => possible),
    waits: (target) => all(target).flatMap(({ collector }) => collector.waits()),
    joined(target, make) {
      const names = new Set(all(target).map((handle) => handle.target.name));
      const seen = runtime.all().filter((handle) => names.has(handle.target.name));
      return maskedAnswer(
        make({
          locks: ofVisible(target),
          waits: seen.flatMap(({ collector }) => collector.waits().filter(({ lock }) => isVisibleId(lock))),
        }),
      );
    },
    nodes,
    tallies,
    silences: scopedSilences,
    decisions: {
      ...decisions,
      all: () => decisions.all().filter(({ target, key }) => isVisible(target, key)),
    },
    archive,
    history: {
      ...history,
      events: async (query) => {
        const found = await history.events(query);
        return found.filter(({ id, target }) => isVisible(target, keyOf(id))).map(eventFor(grants));
      },
      series: (query) => history.series({ ...query, ...(among && { among }) }),
    },
    live: createScopedLive({
      startedAtMs,
      now,
      status: () => ({ nodes: nodes(), tallies: tallies() }),
      collectors: () => all().map(({ collector }) => collector),
    }),
  };
  return scoped;
}

/**
 * A lock whose findings name no key that is not seen: of a cycle of waits or an order the lines of keys that are, with tokens
 * where those of all of its keys are shown.
 */
function withoutOthers(lock: Lock, grants: readonly Grant[]): Lock {
  if (!lock.findings.some(({ evidence }) => evidence.some(isOfOthers))) return lock;
  const isWhole = reachOf(grants, 'view', lock.target) === 'all';
  const isSeen = ({ code, values }: Evidence) => {
    if (OF_THE_WHOLE.has(code)) return isWhole;
    const { target, key } = placeOf(values.lock);
    return !OF_PAIRS.has(code) || (target !== null && covers(reachOf(grants, 'view', target), key));
  };
  const showsTokens = ({ values }: Evidence) => {
    const { target, key } = placeOf(values.lock);
    return target !== null && seesTokens(grants, target, key);
  };
  const findings = lock.findings.map((finding) => {
    const seen = finding.evidence.filter(isSeen);
    const isOpen = finding.evidence.filter(({ code }) => OF_PAIRS.has(code)).every(showsTokens);
    const evidence = seen.map((each) => (OF_PAIRS.has(each.code) && !isOpen ? maskedLine(each) : each));
    return { ...finding, evidence };
  });
  return { ...lock, findings };
}

/** Lines of who had which lock, one of them another. */
const OF_PAIRS: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>(['waits-for', 'taken-in-order']);
/** Lines with another key, or with figures of the other locks of a family. */
const OF_THE_WHOLE: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>(['key-beside', 'overstayed']);

function isOfOthers({ code }: Evidence): boolean {
  return OF_PAIRS.has(code) || OF_THE_WHOLE.has(code);
}

/** By itself: the lock that it names is one whose tokens may be shown. */
function maskedLine({ values: { lock, ...values }, ...line }: Evidence): Evidence {
  return { ...line, values: { ...maskedAnswer(values), ...(lock !== undefined && { lock }) } };
}

function placeOf(id: unknown): { target: string | null; key: string | null } {
  const address = typeof id === 'string' ? parseLockId(id) : null;
  return { target: address?.target ?? null, key: address && keyOfSlug(address.slug) };
}

/** A server for somebody who sees some keys of its target: its figures are of those, and it has no findings, which are of all. */
function nodeInPart(node: NodeStatus, locks: readonly Lock[]): NodeStatus {
  const own = locks.filter((lock) => lock.node === node.node);
  const held = own.filter(({ holders }) => holders.length > 0).length;
  const unread = own.filter(({ reason }) => reason.code === 'unread').length;
  const coverage = { ...node.coverage, unread };
  const replicas = node.replicas?.map((replica) => ({ ...replica, locks: null })) ?? null;
  return { ...node, keys: null, held, waiting: UNKNOWN, coverage, replicas, findings: [] };
}

function eventFor(grants: readonly Grant[]): (event: LockEvent) => LockEvent {
  return (event) => (seesTokens(grants, event.target, keyOf(event.id)) ? event : maskedOnce(event));
}

/** The bytes of a key that its id names; null = it is too long for that. */
function keyOf(id: LockId): string | null {
  const slug = parseLockId(id)?.slug;
  return slug === undefined ? null : keyOfSlug(slug);
}

function scopedCollector(collector: Collector, grants: readonly Grant[]): Collector {
  const target = collector.target.name;
  const reach = reachOf(grants, 'view', target);
  const sees = ({ id }: Pick<Lock, 'id'>) => covers(reach, keyOf(id));
  const alone = new WeakMap<Lock, Lock>();
  const shown = (lock: Lock) => {
    const known = alone.get(lock);
    if (known) return known;
    const made = withoutOthers(lock, grants);
    const found = seesTokens(grants, target, keyOf(lock.id)) ? made : maskedOnce(made);
    alone.set(lock, found);
    return found;
  };
  const memory = (found: LockMemory | null): LockMemory | null =>
    found && sees(found.lock) ? { ...found, lock: shown(found.lock) } : null;
  const patchFor = ({ changed, removed, events }: IndexPatch): IndexPatch => ({
    changed: changed.filter(sees).map(shown),
    removed: removed.filter((id) => sees({ id })),
    events: events.filter(({ id }) => sees({ id })).map(eventFor(grants)),
  });
  return {
    ...collector,
    locks: () => collector.locks().filter(sees).map(shown),
    waits: () =>
      collector
        .waits()
        .filter(({ lock }) => sees({ id: lock }))
        .map((wait) => (seesTokens(grants, target, keyOf(wait.lock)) ? wait : maskedAnswer(wait))),
    find: (id) => memory(collector.find(id)),
    lastKnown(id) {
      const lock = sees({ id }) ? collector.lastKnown(id) : null;
      return lock && shown(lock);
    },
    onPatch: (listener) =>
      collector.onPatch((patch) => {
        const own = patchFor(patch);
        if (own.changed.length + own.removed.length + own.events.length > 0) listener(own);
      }),
  };
}
