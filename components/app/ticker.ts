import type { LiveConnection } from '@/lib/api/live-connection';
import type { ServerClock } from '@/lib/api/server-clock';

const STEP_MS = 100;
const SECOND_MS = 1_000;

type Reading = { nowMs: number; frozenMs: number; monotonicMs: number };

/**
 * One timer for every countdown of the page. Readings are kept per step, so that everything drawn between two ticks
 * shows the same moment. The timer runs ten times a second only while somebody asks for that.
 */
export class Ticker {
  private readonly listeners = new Map<number, Set<() => void>>();
  private readonly readings = new Map<number, Reading>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private running = false;
  private frozenAtMs: number | null = null;

  constructor(
    private readonly clock: ServerClock,
    private readonly connection: Pick<LiveConnection, 'getState'>,
  ) {}

  start(): void {
    this.running = true;
    this.schedule();
  }

  stop(): void {
    this.running = false;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  subscribe(listener: () => void, everyMs: number): () => void {
    const own = this.listeners.get(everyMs) ?? new Set();
    this.listeners.set(everyMs, own.add(listener));
    if (everyMs < SECOND_MS && this.running) this.schedule();
    return () => {
      own.delete(listener);
      if (own.size === 0) this.listeners.delete(everyMs);
    };
  }

  /** The console's clock at the last tick; standing still with the stream unless `running`. */
  read(everyMs: number, running: boolean): number {
    const reading = this.reading(everyMs);
    return running ? reading.nowMs : reading.frozenMs;
  }

  monotonic(everyMs: number): number {
    return this.reading(everyMs).monotonicMs;
  }

  private reading(everyMs: number): Reading {
    const known = this.readings.get(everyMs) ?? this.take();
    this.readings.set(everyMs, known);
    return known;
  }

  private take(): Reading {
    const { phase, old } = this.connection.getState();
    const nowMs = this.clock.now();
    const stands = phase === 'paused' || phase === 'disconnected' || old;
    this.frozenAtMs = stands ? (this.frozenAtMs ?? nowMs) : null;
    return { nowMs, frozenMs: this.frozenAtMs ?? nowMs, monotonicMs: performance.now() };
  }

  private schedule(): void {
    if (this.timer) clearTimeout(this.timer);
    const isFast = [...this.listeners.keys()].some((everyMs) => everyMs < SECOND_MS);
    const stepMs = isFast ? STEP_MS : SECOND_MS;
    this.timer = setTimeout(
      () => {
        this.tick();
        this.schedule();
      },
      stepMs - (this.clock.now() % stepMs),
    );
  }

  private tick(): void {
    const taken = this.take();
    for (const [everyMs, own] of this.listeners) {
      const last = this.readings.get(everyMs);
      if (last && taken.monotonicMs - last.monotonicMs < everyMs - STEP_MS / 2) continue;
      this.readings.set(everyMs, taken);
      for (const listener of own) listener();
    }
  }
}
