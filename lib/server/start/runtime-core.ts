import { hostname } from 'node:os';
import { endOldApprovals } from '../../actions/approval/end-approvals';
import { createQuarantines } from '../../actions/run/quarantines';
import { createActionSettler } from '../../actions/settle-actions';
import { startLoop } from '../../collector/keys/loop';
import { ALL_GRANTS } from '../../domain/access/grants';
import type { Target } from '../../domain/nodes/target';
import { ConsoleError } from '../../domain/values/errors';
import { withClocksCompared } from '../../findings/clock-skew';
import { createRegistry } from '../../formats/index';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { createMemoryStore } from '../../history/memory/memory-store';
import type { HistoryStore } from '../../history/memory/store';
import { createWriter } from '../../history/recorder/writer';
import { talliesOf } from '../../reads/findings';
import { type AnyRedis, openActions } from '../../redis/connection';
import { createAccess } from '../access/access';
import { isSecure } from '../config/client-address';
import type { Config } from '../config/config';
import { createCoordination } from '../consoles/coordination';
import { collectAlone, shareTarget } from '../consoles/share-target';
import type { SharedCollector } from '../consoles/shared-collector';
import { createMetrics } from '../metrics/metrics';
import { takeDirectAudit } from '../record/audit-file';
import { createHeadLog } from '../record/audit-head-log';
import type { Recorded } from '../record/collect-recorded';
import { createDecisionStore, declaredFor } from '../record/decision-store';
import { createDurableAudit } from '../record/durable-audit';
import type { Log } from '../record/log';
import { createSilenceStore } from '../record/silence-store';
import { within } from '../record/within';
import { createLiveBus } from '../runtime/live-bus';
import { createRateLimit } from '../runtime/rate-limit';
import type { Runtime, TargetHandle } from '../runtime/types';
import { createCycleWatch } from './cycle-watch';
import { createOverstayWatch } from './overstay-watch';

const ACTS_A_MINUTE = 60;
/** How often cycles of waits are looked for. */
const CYCLES_MS = 1_000;
/** How often it is looked for who may overstay. */
const OVERSTAYS_MS = 5_000;
/** How often old history is looked for. */
const PRUNE_MS = 60_000;
/** How often the head of the audit's chain is logged, where it moved. */
const HEAD_MS = 60_000;
/** How often it is looked for entries of the audit that wait in a file: of the command line, and of a time without a history. */
const WAITING_MS = 5_000;
/** How often acts are looked for whose reply was lost. */
const SETTLE_MS = 5_000;
/** How often it is looked for requests whose time is over. */
const APPROVALS_MS = 5_000;
/** An act under way gets this long to learn what became of it. */
const FINISH_MS = 1_000;

/** Starts collecting every target at once; a Redis that is down keeps nothing else from working. */
export function createRuntime(config: Config, log: Log, now: () => number = Date.now): Runtime {
  const startedAtMs = now();
  const warn = (message: string, details: Record<string, unknown>) => log.warn(details, message);
  const archive = openHistory(config, log, now);
  const writer = createWriter({ archive, now, log: warn });
  const memory = createMemoryStore({ now });
  // A history in memory ends with the process: the file waits for one that lasts.
  const spool = archive.kind === 'memory' ? null : config.audit.file;
  const print = (line: Record<string, unknown>) => {
    if (config.audit.stdout) process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  const audit = createDurableAudit({ archive, spool, log: warn, print });
  const history: HistoryStore = { ...memory, ...audit, close: () => audit.close(FINISH_MS) };
  const silences = createSilenceStore({ dataDir: config.dataDir, now, log });
  const decisions = createDecisionStore(config.dataDir, log);
  const metrics = createMetrics();
  let lastSeq = 0;
  const targets = new Map<string, TargetHandle>();
  const recorded: Recorded[] = [];
  const consoles = config.consoles && createCoordination(config.consoles, warn);
  const shared = new Map<string, SharedCollector>();
  for (const target of config.targets) {
    const decided = declaredFor(target, decisions);
    const registry = createRegistry({ rules: config.rules, patterns: target.patterns, decided });
    const nextSeq = () => ++lastSeq;
    const watcher = consoles?.watcher ?? hostname();
    const options = {
      target,
      registry,
      history,
      archive,
      writer,
      silences,
      watcher,
      onExpiredWhileHeld: metrics.expiredWhileHeld,
      host: { nextSeq, now, log: warn },
    };
    const collector = consoles
      ? shareTarget(consoles, config.role, options, shared)
      : collectAlone(options, recorded);
    targets.set(target.name, { target, registry, collector, ...actionsOf(target, log) });
  }

  function all(name?: string | null): TargetHandle[] {
    return name === null || name === undefined ? [...targets.values()] : [watched(name)];
  }

  function watched(name: string): TargetHandle {
    const found = targets.get(name);
    if (found) return found;
    throw new ConsoleError('invalid-argument', `There is no target called ${name.slice(0, 64)}.`, {
      setting: 'target',
    });
  }

  const known = (target?: string | null) => all(target).flatMap(({ collector }) => collector.locks());
  const locks = (target?: string | null) => known(target).filter(({ possible }) => !possible);
  const waits = (target?: string | null) => all(target).flatMap(({ collector }) => collector.waits());
  const nodes = (target?: string | null) =>
    all(target).flatMap(({ collector }) => withClocksCompared(collector.nodes()));
  const tallies = () => talliesOf({ silences, startedAtMs, locks, nodes, now }, [...targets.keys()]);
  const live = createLiveBus({
    startedAtMs,
    now,
    status: () => ({ nodes: nodes(), tallies: tallies() }),
  });
  for (const { collector, actions, masters } of targets.values()) {
    collector.onPatch((patch) => live.publishPatch(patch));
    metrics.count(collector);
    collector.start();
    for (const redis of connectionsOf({ actions, masters })) redis.connect().catch(() => {}); // 'error' tells, and it retries
  }

  const cycles = startLoop(
    CYCLES_MS,
    createCycleWatch(() => [...targets.values()].map(({ collector }) => collector), now),
    (err) => log.warn({ err }, 'cycles of waits were not looked for'),
  );

  const overstays = startLoop(
    OVERSTAYS_MS,
    createOverstayWatch(() => [...targets.values()].map(({ collector }) => collector), archive.db, now),
    (err) => log.warn({ err }, 'what holds usually take is not known'),
  );

  const pruning = startLoop(
    PRUNE_MS,
    () => archive.prune(now()),
    (err) => log.warn({ err }, 'old history was not removed'),
  );

  const heads = startLoop(HEAD_MS, createHeadLog(archive, log), () => {}); // the archive says why
  heads.kick();

  const settler = createActionSettler({ all, history, now, log });
  const settling = startLoop(SETTLE_MS, settler.run, (err) =>
    log.warn({ err }, 'acts whose reply was lost were not looked for'),
  );

  async function takeWaiting(): Promise<void> {
    if (spool === null) return;
    await takeDirectAudit(archive, spool, log, now(), ({ entry, isNew }) => {
      settler.add(entry);
      const uid = entry.details.direct;
      if (isNew && uid !== undefined) print({ audit: 'entry', uid, ...entry });
    });
  }
  const direct = startLoop(WAITING_MS, takeWaiting, (err) => {
    // While it is away the archive says so.
    if (archive.problem() === null) log.warn({ err }, 'entries of the audit in a file were not taken in');
  });
  direct.kick();
  const ending = startLoop(
    APPROVALS_MS,
    () => (config.signIn ? endOldApprovals({ archive, history, log, now }) : Promise.resolve()),
    (err) => log.warn({ err }, 'requests for a second person were not looked for'),
  );

  const unfinished = new Set<Promise<unknown>>();
  function finish<T>(work: Promise<T>): Promise<T> {
    unfinished.add(work);
    const forget = () => void unfinished.delete(work);
    work.then(forget, forget);
    return work;
  }

  const quarantines = createQuarantines();
  const access = createAccess({
    signIn: config.signIn,
    archive,
    now,
    isSecure: (request) => isSecure(request, config),
  });

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    live.close();
    access.close();
    quarantines.close();
    await cycles.stop();
    await overstays.stop();
    await settling.stop();
    void ending.stop(); // one that is under way ends with the archive
    void heads.stop(); // one that is under way ends with the archive
    void direct.stop();
    await within(FINISH_MS, Promise.allSettled(unfinished)).catch(() => {}); // its caller learns that it failed
    for (const watched of targets.values()) for (const redis of connectionsOf(watched)) redis.disconnect();
    const left = consoles?.close();
    await Promise.allSettled([...targets.values()].map(({ collector }) => collector.stop()));
    await Promise.allSettled([left, ...recorded.map((each) => each.stop())]);
    await pruning.stop();
    await Promise.all([writer.close(FINISH_MS), history.close()]);
    metrics.close();
    await silences.close();
    await archive.close();
  }

  return {
    config,
    log,
    grants: ALL_GRANTS,
    among: null,
    shown: (answer) => answer,
    access,
    startedAtMs,
    history,
    archive,
    writer,
    consoles: consoles && { coordination: consoles, shared },
    live,
    metrics,
    silences,
    unsettled: settler,
    quarantines,
    actLimit: createRateLimit(ACTS_A_MINUTE, now),
    now,
    watched,
    all,
    locks,
    possible: (target) => known(target).filter(({ possible }) => possible),
    decisions,
    waits,
    joined: (target, make) => make({ locks: locks(target), waits: waits(target) }),
    nodes,
    tallies,
    finish,
    close: () => (closing ??= close()),
  };
}

function openHistory({ history: { url, days, maxBytes } }: Config, log: Log, now: () => number): Archive {
  return openArchive({
    url,
    now,
    retention: { days, ...(maxBytes !== null && { maxBytes }) },
    onPutAside(target, name) {
      log.warn({ target, name }, 'the history of another Redis under this name is put aside');
    },
    onProblem(problem) {
      if (problem) log.error({ problem: problem.message }, 'history is not written');
      else log.info({}, 'history is written again');
    },
  });
}

function actionsOf(target: Target, log: Log): Pick<TargetHandle, 'actions' | 'masters'> {
  const { topology } = target;
  if (topology.kind !== 'redlock') return { actions: tellingActions(target, log), masters: [] };
  const masters = topology.members.map((member) => ({
    node: member.votesAs,
    redis: tellingActions(member, log),
  }));
  const [first] = masters;
  if (!first) throw new ConsoleError('config-invalid', `${target.name} has no masters`);
  return { actions: first.redis, masters };
}

function connectionsOf({ actions, masters }: Pick<TargetHandle, 'actions' | 'masters'>): AnyRedis[] {
  return masters.length > 0 ? masters.map(({ redis }) => redis) : [actions];
}

/** One line a failure, not one a try. */
function tellingActions(target: Target, log: Log): AnyRedis {
  const redis = openActions(target);
  let told = false;
  redis.on('ready', () => {
    if (told) log.info({ target: target.name }, 'Redis answers again');
    told = false;
  });
  redis.on('error', (error: Error) => {
    if (!told) log.warn({ target: target.name, err: error }, 'Redis cannot be reached');
    told = true;
  });
  return redis;
}
