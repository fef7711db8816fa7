import { availableParallelism } from 'node:os';
import type { LockLink } from '../link';
import { monotonicMs } from '../timers';

/** Longest spin for one answer, ms: a server on the same machine answers sooner, a remote one hardly ever. */
const SPIN_MS = 0.05;
/** Most answers in a row that are awaited without a spin after spins in vain. */
const MOST_SLEPT = 1024;

/**
 * Spins for an answer that is about to arrive. To sleep and be woken takes a process longer than a server on the same
 * machine needs for a lock command, so the event loop is kept turning for that moment; timers and other sockets are served
 * as usual. Adaptive, as the mutexes of operating systems are: a spin in vain doubles the number of answers awaited without
 * a spin, a useful spin halves it. A remote server costs one spin in a thousand answers. On one core it never spins: a spin
 * would only keep the server from running.
 */
export class AdaptiveSpin {
  private turning = false;
  private untilMs = 0;
  private awaited = 0;
  private toSleep = 1;
  private slept = MOST_SLEPT;
  /** Whether a spin is under way. */
  on = false;

  constructor(private readonly cores = availableParallelism()) {}

  /** Spins for `answer` while it is the only one awaited. */
  over<T>(answer: Promise<T>): Promise<T> {
    if (++this.awaited === 1) this.begin();
    else this.end();
    answer.then(this.settled, this.settled);
    return answer;
  }

  /** A command was sent, and its answer is the only one awaited. */
  begin(): void {
    if (this.cores < 2) return;
    if (this.slept < this.toSleep) {
      this.slept++;
      return;
    }
    this.on = true;
    this.untilMs = monotonicMs() + SPIN_MS;
    if (this.turning) return;
    this.turning = true;
    setImmediate(this.turn);
  }

  /** The answer has arrived. */
  answered(): void {
    if (this.on) this.toSleep = Math.max(this.toSleep / 2, 1);
    this.on = false;
  }

  /** Another command was sent: stops the spin. */
  end(): void {
    this.on = false;
  }

  private settled = (): void => {
    this.awaited--;
    this.answered();
  };

  private turn = (): void => {
    if (this.on && monotonicMs() < this.untilMs) {
      setImmediate(this.turn);
      return;
    }
    this.turning = false;
    if (!this.on) return;
    this.on = false;
    this.slept = 0;
    this.toSleep = Math.min(this.toSleep * 2, MOST_SLEPT);
  };
}

/** The same link, which spins for the answer to a lone command. */
export function spinningLink(link: LockLink): LockLink {
  const spin = new AdaptiveSpin();
  return {
    ...link,
    run: (script, keys, args) => spin.over(link.run(script, keys, args)),
    setIfAbsent: (key, token, leaseMs) => spin.over(link.setIfAbsent(key, token, leaseMs)),
  };
}
