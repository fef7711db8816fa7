/**
 * The model.
 *
 * A round has real servers, client processes with several actors each, and a controller that injects faults. All of them
 * write down what they do on one clock, CLOCK_MONOTONIC, which the processes of a machine share: a call before it is made,
 * its return after it came, so that a killed process leaves a prefix that is true. Independently of all clients a
 * replica's connection notes every effective write of every server, expirations included, in the order of execution.
 *
 * A lease is *claimed* from the return of its acquisition until its holder begins to give it back, is told that it is
 * lost, or reaches the deadline that the client last promised (`expiresAtMs`, sampled while it is held). Only what a
 * client lets an application believe counts, so a paused or killed holder claims until that deadline. A claim also ends
 * where somebody begins to force release it, and where its only server loses its memory. What the checks demand:
 *
 * - claims of two holders never overlap, but for readers among themselves and as many permits as there are;
 * - fencing tokens grow strictly in the order of the claims, hold counts are those of the calls;
 * - a holder is told `lost` before its deadline only if somebody was entitled to take the lock from it;
 * - nobody overtakes a fair waiter whose enqueueing had completed before the overtaker's call;
 * - in the servers: a holder is removed by its own release, a force release of just this holder, or its deadline; a
 *   release that says it was done did remove it; nothing is written over it; each lock has a TTL, which is no shorter than
 *   the client promises; fair queues are served in order; permits are neither lost nor made.
 *
 * What the checks cannot see: a claim that lasts less than the time its return takes to be written, and, after a server
 * restarted, who holds a lock there until it is freed once.
 */
import type { LockErrorCode } from '../../lib/locks';

export const KINDS = [
  'mutex',
  'reentrant',
  'fair',
  'read-write',
  'fenced',
  'semaphore',
  'multi-lock',
  'redlock',
] as const;
export type Kind = (typeof KINDS)[number];

/** How a lease shares its lock. */
export type Mode = 'exclusive' | 'read' | 'permit';

export type Act = 'acquire' | 'reenter' | 'extend' | 'release' | 'force-release';

/** `defect` = an error that no caller should ever see. */
export type Outcome = 'done' | 'busy' | 'redis-error' | 'defect' | LockErrorCode;

/** Milliseconds since the start of the round. */
type Moment = { at: number };

/** Operations are named `<process>#<number>`; a lease has the name of the call that gave it. */
export type CallEvent = Moment & {
  event: 'call';
  op: string;
  act: Act;
  kind: Kind;
  keys: string[];
  mode: Mode;
  /** The lease that is re-entered, extended or released. */
  lease?: string;
  /** Its holder token; for a force release the token that was seen. */
  token?: string;
};

export type ReturnEvent = Moment & {
  event: 'return';
  op: string;
  outcome: Outcome;
  /** `details.why` of a loss, or the message of an unexpected error. */
  why?: string;
  token?: string;
  holdCount?: number;
  fencingToken?: string;
  /** What the lease promises: held until this moment. */
  until?: number;
};

/** An acquisition was found to wait, with its place in Redis taken where the kind has one. */
export type WaitingEvent = Moment & { event: 'waiting'; op: string };
export type SampleEvent = Moment & { event: 'sample'; lease: string; until: number };
export type LostEvent = Moment & { event: 'lost'; lease: string; why: string; until: number };
/** A process begins to close its clients, which ends all its leases. */
export type CloseEvent = Moment & { event: 'close'; process: string };
/** A process finds a connection for commands closed, maybe long after the fault: what was under way on it is sent again. */
export type CutEvent = Moment & { event: 'cut'; process: string };

export const FAULTS = [
  'crash',
  'pause',
  'clock-step',
  'drop-commands',
  'drop-subscriptions',
  'script-flush',
  'freeze',
  'restart',
] as const;
export type FaultName = (typeof FAULTS)[number];

export type FaultEvent = Moment & {
  event: 'fault';
  fault: FaultName;
  /** End of the disturbance. */
  until: number;
  /** Process or server. */
  target: string;
  /** The server came back empty, and the locks on it had no other. */
  lossy: boolean;
};

/** One effective write of a server; `at` is when it was heard of. `null` = writes may have been missed here. */
export type WriteEvent = Moment & { event: 'write'; node: number; txn: number; args: string[] | null };

export type TortureEvent =
  | CallEvent
  | ReturnEvent
  | WaitingEvent
  | SampleEvent
  | LostEvent
  | CloseEvent
  | CutEvent
  | FaultEvent
  | WriteEvent;

/** The process of an operation. */
export function processOf(op: string): string {
  return op.slice(0, op.indexOf('#'));
}

/** Kind in the name of a key; the members of a multi-lock are reentrant locks. */
export function kindOfKey(key: string): Kind | null {
  return KINDS.find((kind) => kind === key.split(':')[2]) ?? null;
}

/** Name of the `n`-th lock of a kind. */
export function keyOf(round: string, kind: Kind, n: number): string {
  return `torture:${round}:${kind === 'multi-lock' ? 'reentrant' : kind}:${n}`;
}
