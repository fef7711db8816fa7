import { DEADLINE_TOLERANCE_MS } from '../../domain/locks/diff';
import type { Reading } from '../../domain/locks/lock-facts';
import type { Entry } from './entry-types';

const SAMPLES = 120;
const SAMPLE_SPACING_MS = 900;

type TtlSample = Entry['ttlSamples'][number];

/**
 * Keeps a TTL reading. Readings closer than a second replace each other unless the TTL rose. So do readings of one lease
 * that runs down: the two ends describe that line completely, so that a long hold needs no more memory.
 */
export function sampleTtl(entry: Entry, reading: Reading): void {
  const { ttlSamples } = entry;
  const [vertex, last] = [ttlSamples.at(-2), ttlSamples.at(-1)];
  const next = { atMs: reading.atMs, ttlMs: reading.ttlMs };
  const tooClose = vertex && last && next.atMs - last.atMs < SAMPLE_SPACING_MS;
  const replaces =
    (tooClose && Number(next.ttlMs) <= Number(last.ttlMs)) ||
    (vertex && last && onOneLine(vertex, last) && onOneLine(vertex, next));
  // Copied: an array that grows in place keeps room for sixteen more.
  entry.ttlSamples = [...(replaces ? ttlSamples.slice(0, -1) : ttlSamples), next].slice(-SAMPLES);
}

function onOneLine(a: TtlSample, b: TtlSample): boolean {
  if (a.ttlMs === 'none' || b.ttlMs === 'none') return a.ttlMs === b.ttlMs;
  return Math.abs(a.atMs + a.ttlMs - b.atMs - b.ttlMs) <= DEADLINE_TOLERANCE_MS;
}
