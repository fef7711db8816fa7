import type { Redis } from 'ioredis';
import type { NodeClock } from '../../contract/node-health';
import { ask } from '../keys/answer';

const READINGS = 3;
/** A skew that moves less than this counts as unchanged. */
const STEADY_MS = 250;
const JUMP_MS = 1_000;
const JUMP_KEPT_MS = 600_000;

type ClockWatch = {
  /** Reads the server's clock: the median of three readings. Rejects when the connection fails. */
  read(): Promise<{ clock: NodeClock | null; refused?: string | undefined }>;
  /** The last time the clock was set by more than a second; kept for ten minutes. */
  jump(): { atMs: number; byMs: number } | null;
  /** It is another server now. */
  forget(): void;
};

/** `baseMs` = the console's wall clock less its monotonic one: it moves when the console's own clock is set. */
type Reading = { skewMs: number; errorMs: number; baseMs: number };

/** Compares a server's clock with the console's, and determines which of the two was set. */
export function createClockWatch(options: {
  redis: Redis;
  now: () => number;
  monotonic: () => number;
}): ClockWatch {
  const { redis, now, monotonic } = options;
  let last: Reading | null = null;
  /** The skew since `sinceMs`, within `STEADY_MS`. */
  let steady: { skewMs: number; sinceMs: number } | null = null;
  let jump: { atMs: number; byMs: number } | null = null;

  async function once(): Promise<Reading | { refused: string | undefined }> {
    const [atMs, startedAt] = [now(), monotonic()];
    const { value, refused } = await ask(redis.time());
    const tookMs = monotonic() - startedAt;
    if (!Array.isArray(value)) return { refused };
    const serverMs = Number(value[0]) * 1_000 + Number(value[1]) / 1_000;
    return { skewMs: serverMs - (atMs + tookMs / 2), errorMs: tookMs / 2, baseMs: atMs - startedAt };
  }

  function settle(reading: Reading): NodeClock {
    const atMs = now();
    if (last) {
      const moved = reading.skewMs - last.skewMs;
      const byMs = moved + (reading.baseMs - last.baseMs);
      const surelyOver = JUMP_MS + reading.errorMs + last.errorMs;
      // With an unchanged skew both clocks advanced together, however long this process slept.
      if (Math.abs(moved) > surelyOver && Math.abs(byMs) > surelyOver)
        jump = { atMs, byMs: Math.round(byMs) };
    }
    last = reading;
    if (!steady || Math.abs(reading.skewMs - steady.skewMs) > STEADY_MS + reading.errorMs)
      steady = { skewMs: reading.skewMs, sinceMs: atMs };
    return {
      skewMs: Math.round(reading.skewMs),
      errorMs: Math.ceil(reading.errorMs),
      sinceMs: steady.sinceMs,
    };
  }

  return {
    async read() {
      const readings: Reading[] = [];
      for (let i = 0; i < READINGS; i++) {
        const reading = await once();
        if ('refused' in reading) return { clock: null, refused: reading.refused };
        readings.push(reading);
      }
      const median = readings.sort((a, b) => a.skewMs - b.skewMs)[READINGS >> 1];
      return { clock: median ? settle(median) : null };
    },
    jump: () => (jump && now() - jump.atMs < JUMP_KEPT_MS ? jump : null),
    forget() {
      last = null;
      steady = null;
    },
  };
}
