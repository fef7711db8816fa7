import type { Registry as MetricsRegistry } from 'prom-client';
import type { Quarantines } from '../../actions/run/quarantines';
import type { Master } from '../../actions/run/run-on-masters';
import type { Collector } from '../../collector/types';
import type { Grant } from '../../contract/access/sessions';
import type { UnseenKeys } from '../../contract/actions';
import type { AuditEntry } from '../../contract/audit';
import type { Lock } from '../../contract/lock';
import type { NodeStatus } from '../../contract/nodes';
import type { Tallies } from '../../contract/tally';
import type { LockId } from '../../domain/keys/lock-id';
import type { Target } from '../../domain/nodes/target';
import type { WaitFacts } from '../../domain/wait-graph/build-wait-graph';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { Registry } from '../../formats/index';
import type { Archive } from '../../history/archive/archive-types';
import type { HistoryStore } from '../../history/memory/store';
import type { Writer } from '../../history/recorder/writer';
import type { AnyRedis } from '../../redis/connection';
import type { AccessControl } from '../access/access';
import type { Config } from '../config/config';
import type { TargetFile } from '../config/target-file';
import type { Consoles } from '../consoles/door';
import type { DecisionStore } from '../record/decision-store';
import type { Log } from '../record/log';
import type { SilenceStore } from '../record/silence-store';
import type { SampleControl } from '../sample/sample-data';
import type { LiveBus } from './live-bus';
import type { RateLimit } from './rate-limit';

/** The metrics of one runtime, for Prometheus. No label is ever a key, a holder or a token. */
export type Metrics = {
  /** What is told here, without that of the process. */
  readonly registry: MetricsRegistry;
  readonly contentType: string;
  /** Counts what happens on this target from now on, until the returned stop is called. */
  count(collector: Collector): () => void;
  /** A hold is proven to have expired while it was held. */
  expiredWhileHeld(place: { target: string; format: string }): void;
  /** Everything as it is now, in the text format of Prometheus. One pass over the known locks, and nothing is asked of Redis. */
  text(runtime: Runtime): Promise<string>;
  /** Counts no more. */
  close(): void;
};
export type ActionSettler = {
  /** What became of this act is not known. */
  add(entry: AuditEntry): void;
  /** Looks what became of the acts that are not settled. Never rejects for one of them. */
  run(): Promise<void>;
};

/** One target with everything that speaks to it. */
export type TargetHandle = {
  target: Target;
  /** The lock formats that it may have. */
  registry: Registry;
  collector: Collector;
  /** For what people ask for: never behind the collector's reads. Of a Redlock group that of its first master. */
  actions: AnyRedis;
  /** The masters of a Redlock group, in the order of its votes; of every other target none. */
  masters: readonly Master[];
};

/** Everything that lives as long as the process. Routes get at Redis through it and nothing else. */
export type Runtime = {
  readonly config: Config;
  readonly log: Log;
  readonly startedAtMs: number;
  /** The last hour, in memory: there also while the archive is away. Its audit is that of the archive. */
  readonly history: HistoryStore;
  /** What is kept, and what waits to be written there. */
  readonly archive: Archive;
  readonly writer: Pick<Writer, 'status' | 'flush'>;
  /** What is shared with other consoles; null = this one is alone. */
  readonly consoles: Consoles | null;
  readonly live: LiveBus;
  readonly metrics: Metrics;
  readonly silences: SilenceStore;
  /** For what changes locks. */
  readonly actLimit: RateLimit;
  /** Acts whose reply was lost. */
  readonly unsettled: Pick<ActionSettler, 'add'>;
  /** Locks in quarantine through this console. */
  readonly quarantines: Quarantines;
  readonly now: () => number;
  /** Who may see what of it: of the runtime of the process everything, of a scoped one (`scoped-runtime.ts`) less. */
  readonly grants: readonly Grant[];
  /** Targets that a read of the past is bounded to where it names none; null = all there are. */
  readonly among: readonly string[] | null;
  /** An answer as its caller may see it: tokens of holders are masked where they may not. */
  shown<T>(answer: T): T;
  readonly access: AccessControl;
  /** The target of this name. Throws `invalid-argument` when there is none. */
  watched(target: string): TargetHandle;
  /** Every target, or the one of this name. Throws as `watched`. */
  all(target?: string | null): TargetHandle[];
  /** Watches one target more from now on. Throws `invalid-argument` for a name that is taken. */
  watch(target: Target): void;
  /** `listener` is called whenever a target came or went. Returns the unsubscribe function. */
  onTargets(listener: () => void): () => void;
  /** Where targets are saved. */
  readonly targetFile: TargetFile;
  readonly sample: SampleControl;
  locks(target?: string | null): Lock[];
  /**
   * The same locks for what goes by their holders: one that has a lock whose tokens are hidden is masked on all of them, so
   * that it is one holder, and its name not given away.
   */
  byHolder(target?: string | null): Lock[];
  /**
   * Counts, for each of these holds, the other keys of its token that `locks` does not show with it, in one pass over the
   * locks; a hold that has none, or whose own token is not shown, is left out.
   */
  unseenOf(holds: readonly { id: LockId; tokenDigest: string }[]): ReadonlyMap<LockId, UnseenKeys>;
  /** Keys that may be locks; `locks` has none of them. */
  possible(target?: string | null): Lock[];
  /** What operators decided of such keys. */
  decisions: DecisionStore;
  waits(target?: string | null): NamedWait[];
  /**
   * Makes something of locks and waits by the tokens that join them, as its caller may see it: with pseudonyms throughout where
   * they do not see every token, since one that stands here and is hidden there would part who is one.
   */
  joined<T>(target: string | null, make: (facts: WaitFacts) => T): T;
  nodes(target?: string | null): NodeStatus[];
  /** What tabs count, of every target. */
  tallies(): Tallies;
  /** Keeps the connections open, for a moment, until this is done. Returns it. */
  finish<T>(work: Promise<T>): Promise<T>;
  /** Ends the streams, stops collecting, closes every connection. Can be called twice. */
  close(): Promise<void>;
};
