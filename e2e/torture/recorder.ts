import { openSync, readFileSync, writeSync } from 'node:fs';
import type { TortureEvent } from './events';

/** Milliseconds since `originNs` on the clock that all processes of this machine share. */
export function clockOf(originNs: bigint): () => number {
  return () => Math.round(Number(process.hrtime.bigint() - originNs) / 1e3) / 1e3;
}

/** Nothing else ran between two readings that are this close. */
const CLOSE_NS = 50_000n;

/**
 * One moment on the monotonic clock and on that of the servers. A process that is preempted between the two readings shifts
 * every deadline it compares later; the closest of several pairs is taken.
 */
export function readBothClocks(): { originNs: bigint; originEpochMs: number } {
  let best = { originNs: 0n, originEpochMs: 0, apartNs: -1n };
  for (let i = 0; i < 100 && (i === 0 || best.apartNs > CLOSE_NS); i++) {
    const originNs = process.hrtime.bigint();
    const originEpochMs = Date.now();
    const apartNs = process.hrtime.bigint() - originNs;
    if (i === 0 || apartNs < best.apartNs) best = { originNs, originEpochMs, apartNs };
  }
  return best;
}

/** Appends events to a file of this process, each with one write: what was written stays when the process is killed. */
export function createRecorder(path: string): (event: TortureEvent) => void {
  const file = openSync(path, 'a');
  return (event) => void writeSync(file, `${JSON.stringify(event)}\n`);
}

/** The events of a file; a line that a kill cut short is left out. */
export function readEvents(path: string): TortureEvent[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as TortureEvent);
}
