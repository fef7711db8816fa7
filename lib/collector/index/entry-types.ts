import type { KnownBy } from '../../contract/codes';
import type { TtlMs } from '../../contract/leaves';
import type { Lock } from '../../contract/lock';
import type { ByteString, DisplayText } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { LockFacts } from '../../domain/locks/lock-facts';
import type { Judgement } from '../../findings/core/judge';
import type { Recognised } from '../../formats/index';
/** Acquisition numbers by the token of their holder: another number is another acquisition. */
export type AcquisitionNumbers = ReadonlyMap<ByteString, number>;

/** Everything the index keeps of one lock. Mutable, owned by the index alone. */
export type Entry = {
  readonly id: LockId;
  readonly key: ByteString;
  recognised: Recognised;
  /** Ids under which the processes of the present holders may have heartbeat records. */
  recordIds: readonly string[];
  acquisitions: AcquisitionNumbers;
  facts: LockFacts;
  knownBy: KnownBy;
  /** TTL readings of the present holder, oldest first, bounded. */
  ttlSamples: readonly { atMs: number; ttlMs: TtlMs }[];
  lastReadMs: number;
  lastReadBy: KnownBy;
  /** When the first change since the last reading was reported; null = none was. */
  changedAtMs: number | null;
  /** When its server last lost its data. */
  wipedAtMs: number;
  /** A release message arrived since the last reading. */
  announced: boolean;
  pendingAction: { act: 'force-released' | 'extended'; untilMs: number } | null;
  lateReported: boolean;
  goneReported: boolean;
  /** Until then, passing time alone does not change the judgement. */
  quietUntilMs: number;
  lock: Lock | null;
  /** The key as shown on screen. */
  readonly display: DisplayText;
  /** The judgement that `lock` shows. */
  judged: Judgement | null;
  waiterSeconds: number | null;
  waiterSecondsAtMs: number;
};
