import {
  type Act,
  type CallEvent,
  type Kind,
  keyOf,
  type Mode,
  type ReturnEvent,
  type TortureEvent,
} from './events';
import { type History, historyOf } from './history';

export const PERMITS = 2;
export const QUEUE_MS = 1_000;

/** What a holder does; times are ms, and those that are left out are 1 ms off the one that is given. */
type Told = {
  kind?: Kind;
  /** Numbers of locks of the kind. */
  locks?: number[];
  mode?: Mode;
  /** When the call was made. */
  at?: number;
  returns?: number;
  outcome?: ReturnEvent['outcome'];
  until?: number;
  holdCount?: number;
  fencingToken?: string;
  /** Found to wait at this moment. */
  waits?: number;
  process?: string;
};

/** A history told by hand: holder tokens are names, and each call gets a number. */
export function tell() {
  const events: TortureEvent[] = [];
  const leases = new Map<string, CallEvent & { from: number }>();
  let count = 0;
  let txn = 0;

  function call(act: Act, token: string, told: Told, known?: CallEvent): CallEvent {
    const { kind = known?.kind ?? 'mutex', process = 'p', at = (told.returns ?? 1) - 1 } = told;
    const mode = told.mode ?? known?.mode ?? (kind === 'semaphore' ? 'permit' : 'exclusive');
    const keys = known?.keys ?? (told.locks ?? [0]).map((n) => keyOf('r', kind, n));
    const event: CallEvent = { event: 'call', at, op: `${process}#${++count}`, act, kind, keys, mode };
    if (known) event.lease = known.op;
    if (act !== 'acquire') event.token = token;
    const { outcome = 'done', until, holdCount = 1, fencingToken, waits } = told;
    events.push(event);
    if (waits !== undefined) events.push({ event: 'waiting', at: waits, op: event.op });
    if (told.returns === Number.POSITIVE_INFINITY) return event;
    const returned: ReturnEvent = {
      event: 'return',
      at: told.returns ?? at + 1,
      op: event.op,
      outcome,
      token,
      holdCount,
    };
    if (until !== undefined) returned.until = until;
    if (fencingToken !== undefined) returned.fencingToken = fencingToken;
    events.push(returned);
    return event;
  }

  function leaseOf(name: string): CallEvent & { from: number } {
    const lease = leases.get(name);
    if (!lease) throw new Error(`${name} was not acquired`);
    return lease;
  }

  const teller = {
    /** The lease gets the name of its token. */
    acquires(token: string, told: Told) {
      const event = call('acquire', token, told);
      leases.set(token, { ...event, from: told.returns ?? event.at + 1 });
      return teller;
    },
    /** The new lease is called `name`. */
    reenters(token: string, name: string, told: Told) {
      const event = call('reenter', token, told, leaseOf(token));
      leases.set(name, { ...event, from: told.returns ?? event.at + 1 });
      return teller;
    },
    releases(name: string, told: Told) {
      const lease = leaseOf(name);
      call('release', lease.token ?? name, { holdCount: 0, ...told }, lease);
      return teller;
    },
    forces(token: string, told: Told) {
      call('force-release', token, { process: 'q', ...told });
      return teller;
    },
    samples(name: string, at: number, until: number) {
      events.push({ event: 'sample', at, lease: leaseOf(name).op, until });
      return teller;
    },
    loses(name: string, at: number, why: string, until: number) {
      events.push({ event: 'lost', at, lease: leaseOf(name).op, why, until });
      return teller;
    },
    /** The process finds its connection closed. */
    cut(process: string, at: number) {
      events.push({ event: 'cut', at, process });
      return teller;
    },
    closes(process: string, at: number) {
      events.push({ event: 'close', at, process });
      return teller;
    },
    /** The single server is killed and comes back empty. */
    forgets(at: number, until: number) {
      events.push({ event: 'fault', fault: 'restart', target: 'server-0', at, until, lossy: true });
      return teller;
    },
    /** The server executes these commands at once; null = some were not heard. */
    writes(at: number, ...commands: (string | null)[]) {
      txn++;
      for (const command of commands)
        events.push({ event: 'write', at, node: 0, txn, args: command?.split(' ') ?? null });
      return teller;
    },
    history(): History {
      return historyOf(events, { permits: PERMITS, queueMs: QUEUE_MS, originEpochMs: 0 });
    },
  };
  return teller;
}

export type Teller = ReturnType<typeof tell>;
