import { hostname } from 'node:os';
import { endOldApprovals } from '../../actions/approval/end-approvals';
import { createQuarantines } from '../../actions/run/quarantines';
import { createActionSettler } from '../../actions/settle-actions';
import { startLoop } from '../../collector/keys/loop';
import { ALL_GRANTS } from '../../domain/access/grants';
import type { Target } from '../../domain/nodes/target';
import { withClocksCompared } from '../../findings/clock-skew';
import { createRegistry } from '../../formats/index';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { createMemoryStore } from '../../history/memory/memory-store';
import type { HistoryStore } from '../../history/memory/store';
import { createWriter } from '../../history/recorder/writer';
import { talliesOf } from '../../reads/findings';
import { createAccess } from '../access/access';
import { isSecure } from '../config/client-address';
import type { Config } from '../config/config';
import { createTargetFile } from '../config/target-file';
import { createCoordination } from '../consoles/coordination';
import { shareTarget } from '../consoles/share-target';
import type { SharedCollector } from '../consoles/shared-collector';
import { createMetrics } from '../metrics/metrics';
import { takeDirectAudit } from '../record/audit-file';
import { createHeadLog } from '../record/audit-head-log';
import { collectRecorded } from '../record/collect-recorded';
import { createDecisionStore, declaredFor } from '../record/decision-store';
import { createDurableAudit } from '../record/durable-audit';
import type { Log } from '../record/log';
import { createSilenceStore } from '../record/silence-store';
import { within } from '../record/within';
import { createLiveBus } from '../runtime/live-bus';
import { createRateLimit } from '../runtime/rate-limit';
import type { Runtime, TargetHandle } from '../runtime/types';
import { createSampleControl } from '../sample/sample-data';
import { createCycleWatch } from './cycle-watch';
import { createOrderWatch } from './order-watch';
import { createOverstayWatch } from './overstay-watch';
import { type Collected, createWatchedTargets } from './watched-targets';

const ACTS_A_MINUTE = 60;
/** How often cycles of waits are looked for. */
const CYCLES_MS = 1_000;
/** How often it is looked for who may overstay. */
const OVERSTAYS_MS = 5_000;
/** Orders of locks are compared this often. */
const ORDERS_MS = 5_000;
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
  const { recall: _, ...lastHour } = memory;
  const history: HistoryStore = { ...lastHour, ...audit, close: () => audit.close(FINISH_MS) };
  const silences = createSilenceStore({ dataDir: config.dataDir, now, log });
  const decisions = createDecisionStore(config.dataDir, log);
  const metrics = createMetrics();
  let lastSeq = 0;
  const consoles = config.consoles && createCoordination(config.consoles, warn);
  const shared = new Map<string, SharedCollector>();
  const targets = createWatchedTargets({ log, collect: collectTarget, onAdd: follow });
  const { all, watched } = targets;

  function collectTarget(target: Target): Collected {
    const decided = declaredFor(target, decisions);
    const registry = createRegistry({ rules: config.rules, patterns: target.patterns, decided });
    const options = {
      ...{ target, registry, history, memory, archive, writer, silences },
      watcher: consoles?.watcher ?? hostname(),
      onExpiredWhileHeld: metrics.expiredWhileHeld,
      host: { nextSeq: () => ++lastSeq, now, log: warn },
    };
    if (!consoles) return { registry, ...collectRecorded(options, null) };
    const collector = shareTarget(consoles, config.role, options, shared);
    return { registry, collector, stop: () => collector.stop() };
  }

  const known = (target?: string | null) => all(target).flatMap(({ collector }) => collector.locks());
  const locks = (target?: string | null) => known(target).filter(({ possible }) => !possible);
  const waits = (target?: string | null) => all(target).flatMap(({ collector }) => collector.waits());
  const nodes = (target?: string | null) =>
    all(target).flatMap(({ collector }) => withClocksCompared(collector.nodes()));
  const tallies = () => talliesOf({ silences, startedAtMs, locks, nodes, now }, targets.names());
  const live = createLiveBus({
    startedAtMs,
    now,
    status: () => ({ nodes: nodes(), tallies: tallies() }),
  });

  function follow({ collector }: TargetHandle): () => void {
    const unfollow = collector.onPatch((patch) => live.publishPatch(patch));
    const uncount = metrics.count(collector);
    return () => {
      const removed = collector.locks().map(({ id }) => id);
      unfollow();
      uncount();
      live.publishPatch({ changed: [], removed, events: [] });
    };
  }

  for (const target of config.targets) targets.add(target);

  const env = process.env;
  const targetFile = createTargetFile({ config, env, log });
  const sample = createSampleControl({
    ...{ program: env.LOCKSCOPE_SAMPLE, env, log },
    ...{ watch: targets.add, unwatch: targets.remove },
  });

  const cycles = startLoop(
    CYCLES_MS,
    createCycleWatch(() => all().map(({ collector }) => collector), now),
    (err) => log.warn({ err }, 'cycles of waits were not looked for'),
  );

  const overstays = startLoop(
    OVERSTAYS_MS,
    createOverstayWatch(() => all().map(({ collector }) => collector), archive.db, now),
    (err) => log.warn({ err }, 'what holds usually take is not known'),
  );

  const orders = startLoop(
    ORDERS_MS,
    createOrderWatch(() => all().map(({ collector }) => collector), archive.db, now),
    (err) => log.warn({ err }, 'orders of locks were not compared'),
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
    await orders.stop();
    await settling.stop();
    void ending.stop(); // one that is under way ends with the archive
    void heads.stop(); // one that is under way ends with the archive
    void direct.stop();
    await within(FINISH_MS, Promise.allSettled(unfinished)).catch(() => {}); // its caller learns that it failed
    targets.disconnect();
    const sampleEnded = sample.close();
    const left = consoles?.close();
    await targets.stop();
    await Promise.allSettled([left, sampleEnded]);
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
    watch: targets.add,
    onTargets: targets.onChange,
    targetFile,
    sample,
    locks,
    possible: (target) => known(target).filter(({ possible }) => possible),
    decisions,
    waits,
    byHolder: locks,
    unseenOf: () => new Map(),
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
