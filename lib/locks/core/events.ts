import { channel } from 'node:diagnostics_channel';
import type { ByteString } from '../../domain/keys/bytes';
import type { LossReason } from './lease/loss';

/** Fields of every lock event. Times are milliseconds. */
type LockEventBase = {
  /** `mutex`, `reentrant`, `fair`, `read`, `write`, `fenced`, `semaphore`, `multi-lock`, `redlock`, `timestamp`. */
  kind: string;
  /** Bytes of the key, one character each. */
  key: ByteString;
  token: string;
};

/**
 * An acquisition ended: `wait-timeout` = others held the lock, `timed-out` = Redis did not answer. `attempts` = scripts run
 * for it; `waitedMs` from the call to its end.
 */
export type AcquireEvent = LockEventBase & {
  outcome: 'acquired' | 'busy' | 'wait-timeout' | 'timed-out' | 'aborted' | 'error';
  waitedMs: number;
  attempts: number;
  error?: unknown;
};
/** A hold was released, or its release failed. `heldMs` is counted from the acquisition. */
export type ReleaseEvent = LockEventBase & { outcome: 'released' | 'error'; heldMs: number; error?: unknown };
/** The watchdog renewed a lease, or failed to. `leftMs` = remaining lease when the renewal began. */
export type RenewEvent = LockEventBase & {
  outcome: 'renewed' | 'error';
  tookMs: number;
  leftMs: number;
  error?: unknown;
};
/** A lease was lost; its signal has aborted. */
export type LostEvent = LockEventBase & { why: LossReason; heldMs: number };
/** The event loop ran a renewal `lateMs` after it was due, with `leftMs` of the lease left (below 0: too late). */
export type StallEvent = LockEventBase & { lateMs: number; leftMs: number };
/** A process record could not be written or deleted. */
export type HeartbeatEvent = { processId: string; error: unknown };

export type LockEvents = {
  acquire: AcquireEvent;
  release: ReleaseEvent;
  renew: RenewEvent;
  lost: LostEvent;
  stall: StallEvent;
  heartbeat: HeartbeatEvent;
};

type EventChannel<E> = {
  readonly hasSubscribers: boolean;
  publish(event: E): void;
  /** Calls `heard` synchronously with every event, inside the client. Returns a function that stops it. */
  listen(heard: (event: E) => void): () => void;
};

/** A channel by its name: several bundled copies of this module share it. */
function eventChannel<E>(name: string): EventChannel<E> {
  const underlying = channel(`lockscope:${name}`);
  return {
    get hasSubscribers() {
      return underlying.hasSubscribers;
    },
    publish: (event) => underlying.publish(event),
    listen(heard) {
      const onMessage = (event: unknown) => heard(event as E);
      underlying.subscribe(onMessage);
      return () => underlying.unsubscribe(onMessage);
    },
  };
}

/**
 * The channels of `node:diagnostics_channel`, named `lockscope:<event>`. Subscribers run synchronously, inside the client:
 * an error they throw does not reach it (Node reports it as an uncaught exception).
 */
export const lockEvents: { readonly [E in keyof LockEvents]: EventChannel<LockEvents[E]> } = {
  acquire: eventChannel('acquire'),
  release: eventChannel('release'),
  renew: eventChannel('renew'),
  lost: eventChannel('lost'),
  stall: eventChannel('stall'),
  heartbeat: eventChannel('heartbeat'),
};
