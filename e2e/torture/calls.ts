import { isLockError } from '../../lib/locks';
import type { CallEvent, Outcome, ReturnEvent, TortureEvent } from './events';
import type { AnyLease } from './kinds';

/** Writes down what the actors of one process do. */
export type Calls = {
  /** Makes a call and records it before and after. Gives the result and the call's name; null when it threw. */
  make<T>(
    call: Omit<CallEvent, 'event' | 'at' | 'op'>,
    run: (op: string) => Promise<T>,
    told: (result: T) => Partial<ReturnEvent>,
  ): Promise<{ op: string; result: T } | null>;
  waiting(op: string): void;
  /** What a lease promises now; call it again and again while it is held. */
  sample(lease: string, held: AnyLease): void;
  lost(lease: string, held: AnyLease): void;
  /** What a return says about a lease. */
  promised(held: AnyLease): Partial<ReturnEvent>;
};

/** `expiresAtMs` is rounded to whole ms; this much less is promised for certain. */
const ROUNDING_MS = 1;

/** `processName` starts the names of its calls; `record` must have written when it returns. */
export function createCalls(
  processName: string,
  now: () => number,
  record: (event: TortureEvent) => void,
): Calls {
  let count = 0;

  const untilOf = (held: AnyLease) => {
    const at = now();
    return Math.round((at + held.expiresAtMs - Date.now() - ROUNDING_MS) * 1e3) / 1e3;
  };

  return {
    async make(call, run, told) {
      const op = `${processName}#${++count}`;
      record({ event: 'call', at: now(), op, ...call });
      try {
        const result = await run(op);
        record({ event: 'return', at: now(), op, outcome: 'done', ...told(result) });
        return { op, result };
      } catch (error) {
        record({ event: 'return', at: now(), op, ...failureOf(error) });
        return null;
      }
    },
    waiting: (op) => record({ event: 'waiting', at: now(), op }),
    sample: (lease, held) => record({ event: 'sample', at: now(), lease, until: untilOf(held) }),
    lost(lease, held) {
      record({ event: 'lost', at: now(), lease, why: whyOf(held.signal.reason), until: untilOf(held) });
    },
    promised: (held) => ({
      token: held.token,
      holdCount: held.holdCount,
      until: untilOf(held),
      ...(held.fencingToken === undefined ? {} : { fencingToken: String(held.fencingToken) }),
    }),
  };
}

function failureOf(error: unknown): { outcome: Outcome; why?: string } {
  if (isLockError(error)) {
    const isDefect = error.code === 'unexpected-reply' || error.code === 'invalid-argument';
    const why = isDefect ? `${error.code}: ${error.message}` : whyOf(error);
    return { outcome: isDefect ? 'defect' : error.code, why };
  }
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { outcome: CONNECTION_ERROR.test(why) ? 'redis-error' : 'defect', why };
}

/** What ioredis and a server say while a connection or the server itself is away. */
const CONNECTION_ERROR =
  /MaxRetriesPerRequest|Connection is closed|Stream isn't writeable|ECONN|EPIPE|Command aborted|Command timed out|LOADING/;

function whyOf(error: unknown): string {
  const why = isLockError(error) ? error.details.why : undefined;
  return typeof why === 'string' ? why : '';
}
