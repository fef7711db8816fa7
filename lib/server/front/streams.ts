import type { ServerResponse } from 'node:http';
import type { TargetRefusal } from './request-target';

export type StreamLimits = {
  /** Open streams of one address, and of all together. */
  perAddress: number;
  total: number;
  /** Between the openings of two streams, ms: what is asked meanwhile comes first. */
  everyMs: number;
};

export type StreamGate = {
  /**
   * Opens a stream in its turn, by `open`, or says why not. A place is taken from now until `response` is closed.
   */
  admit(address: string, response: ServerResponse, open: () => void): TargetRefusal | null;
};

const LIMITS: StreamLimits = { perAddress: 64, total: 512, everyMs: 10 };

/**
 * Bounds the live streams of one process. Opening one costs some milliseconds and an open one a share of every message, so
 * a client that opens hundreds at once must not keep the API from answering.
 */
export function createStreamGate({ perAddress, total, everyMs }: StreamLimits = LIMITS): StreamGate {
  const open = new Map<string, number>();
  const queue: (() => void)[] = [];
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function leave(address: string): void {
    count -= 1;
    const left = (open.get(address) ?? 1) - 1;
    if (left > 0) open.set(address, left);
    else open.delete(address);
  }

  function next(): void {
    if (timer) return;
    const first = queue.shift();
    if (!first) return;
    timer = setTimeout(() => {
      timer = null;
      next();
    }, everyMs);
    timer.unref();
    first();
  }

  return {
    admit(address, response, run) {
      const own = open.get(address) ?? 0;
      if (own >= perAddress) return refusal(`${perAddress} streams of this address are open`);
      if (count >= total) return refusal(`${total} streams are open`);
      count += 1;
      open.set(address, own + 1);
      let gone = false;
      response.once('close', () => {
        gone = true;
        leave(address);
      });
      queue.push(() => {
        if (!gone) run();
      });
      next();
      return null;
    },
  };
}

function refusal(why: string): TargetRefusal {
  return {
    status: 429,
    code: 'rate-limited',
    message: `${why}: no more can be opened now.`,
    retryAfterSeconds: 5,
  };
}
