import { openSync, readFileSync, writeSync } from 'node:fs';
import type { TortureEvent } from './events';

/** Milliseconds since `originNs` on the clock that all processes of this machine share. */
export function clockOf(originNs: bigint): () => number {
  return () => Math.round(Number(process.hrtime.bigint() - originNs) / 1e3) / 1e3;
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
