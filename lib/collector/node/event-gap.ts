import type { EventGap } from '../../contract/nodes';

/** Remembers the last time during which nothing was told of a server's changes. */
export type GapRecord = {
  /** Changes are told from now on. */
  flows(): void;
  /** They were told, and are not any more. */
  stops(): void;
  last(): EventGap | null;
  /** How many there were, one that goes on included. */
  count(): number;
};

/** A server that never told of its changes has no gap. */
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
