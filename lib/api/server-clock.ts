/** How far an estimate may be off before it is replaced rather than improved. */
const JUMP_MS = 1_000;

/**
 * The console's clock as this tab knows it: server time on the tab's monotonic clock, so that a change of the computer's
 * clock moves nothing. An answer is late, never early: the highest offset seen is the best.
 */
export class ServerClock {
  private offsetMs: number | null = null;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  /** Learns from a `nowMs` that has just arrived, or did at `arrivedMs` of the tab's monotonic clock. */
  learn(serverNowMs: number, arrivedMs = this.monotonicMs()): void {
    const candidate = serverNowMs - arrivedMs;
    const isFar = this.offsetMs === null || Math.abs(candidate - this.offsetMs) > JUMP_MS;
    if (isFar || candidate > (this.offsetMs ?? 0)) this.offsetMs = candidate;
  }

  /** Epoch ms on the console's clock; the computer's own time until something was learnt. */
  now(): number {
    return this.offsetMs === null ? Date.now() : this.offsetMs + this.monotonicMs();
  }
}
