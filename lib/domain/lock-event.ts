import type { LockId } from './keys/lock-id';
import type { KnownBy } from './lock';

export type LockEventKind =
  | 'acquired'
  | 'reentered'
  | 'renewed'
  | 'released'
  | 'partly-released'
  | 'expired'
  | 'lost'
  | 'taken-over'
  | 'extended'
  | 'force-released'
  | 'waiters-changed'
  | 'first-seen'
  | 'late'
  | 'holder-gone'
  | 'holder-back';

/** Something that happened to one lock. `values` feed the message catalogue under `event.<kind>`. */
export type LockEvent = {
  /** Grows by one for each event of this console process. */
  seq: number;
  atMs: number;
  id: LockId;
  target: string;
  /** Key for a screen. */
  key: string;
  kind: LockEventKind;
  by: KnownBy;
  /** Short form of the holder the event is about, if any. */
  holder: string | null;
  values: Record<string, string | number>;
};
