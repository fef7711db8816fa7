import type { TimeRange } from '@/lib/api/history-queries';
import { bucketAt, type ChartBucket } from './chart-model';
import type { Crosshair } from './crosshair';

const FAR = 10;

type KeyPress =
  | { do: 'move'; atMs: number; brush: TimeRange | null }
  | { do: 'zoom'; fromMs: number; toMs: number }
  | { do: 'choose'; atMs: number }
  | { do: 'clear' };

/**
 * What a key does to the crosshair of a chart: arrows move it by a bucket, Page by ten, Home and End to the ends; with Shift
 * they mark whole buckets. Enter zooms to what is marked, else chooses the moment. Null = the key is not ours.
 */
export function keyPressOf(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  buckets: readonly ChartBucket[],
  { atMs, brush }: Pick<Crosshair, 'atMs' | 'brush'>,
): KeyPress | null {
  const last = buckets.length - 1;
  if (last < 0) return null;
  const at = atMs === null ? last : bucketAt(buckets, atMs);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -FAR,
    PageUp: FAR,
    Home: -last,
    End: last,
  };
  const step = steps[key];
  if (step !== undefined) {
    // The first key brings it up where it stands: at the right end.
    const to = atMs === null && !shiftKey && key !== 'Home' ? last : Math.min(last, Math.max(0, at + step));
    const toMs = middleOf(buckets[to]);
    return {
      do: 'move',
      atMs: toMs,
      brush: shiftKey ? { fromMs: brush?.fromMs ?? middleOf(buckets[at]), toMs } : null,
    };
  }
  if (key === 'Enter' || key === ' ') {
    if (!brush) return { do: 'choose', atMs: middleOf(buckets[at]) };
    const [a, b] = [bucketAt(buckets, brush.fromMs), bucketAt(buckets, brush.toMs)];
    return {
      do: 'zoom',
      fromMs: buckets[Math.min(a, b)]?.startMs ?? 0,
      toMs: buckets[Math.max(a, b)]?.endMs ?? 0,
    };
  }
  return key === 'Escape' && brush ? { do: 'clear' } : null;
}

function middleOf(bucket: ChartBucket | undefined): number {
  return bucket ? (bucket.startMs + bucket.endMs) / 2 : 0;
}
