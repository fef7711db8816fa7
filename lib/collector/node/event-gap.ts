import type { EventGap } from '../../contract/nodes';

/** Remembers the last period during which a server's changes were not reported. */
type GapRecord = {
  /** Changes are reported from now on. */
  flows(): void;
  /** Changes are no longer reported. */
  stops(): void;
  last(): EventGap | null;
  /** Number of gaps, including one that has not ended. */
  count(): number;
};

/** A server that never reported its changes has no gap. */
export function createGapRecord(now: () => number): GapRecord {
  let flowing = false;
  let gap: EventGap | null = null;
  let count = 0;
  return {
    flows() {
      flowing = true;
      if (gap?.untilMs === null) gap = { ...gap, untilMs: now() };
    },
    stops() {
      if (flowing) {
        gap = { sinceMs: now(), untilMs: null };
        count += 1;
      }
      flowing = false;
    },
    last: () => gap,
    count: () => count,
  };
}
