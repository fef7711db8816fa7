/** Where a primary's replication stream was, and when. */
export type StreamLog = {
  /** It was here at this time. A stream that begins anew has nothing in common with the one before. */
  note(offset: number, atMs: number): void;
  /** For how long, ms, the primary is known to have had more than this; 0 = it is not. */
  lackedMs(offset: number, atMs: number): number;
  forget(): void;
};

/** Remembers the last `most` places. */
export function createStreamLog(most: number): StreamLog {
  /** Oldest first. */
  let samples: { atMs: number; offset: number }[] = [];
  return {
    note(offset, atMs) {
      if (offset < (samples.at(-1)?.offset ?? 0)) samples = [];
      if (samples.at(-1)?.atMs !== atMs) samples.push({ atMs, offset });
      if (samples.length > most) samples.shift();
    },
    lackedMs(offset, atMs) {
      const lacked = samples.find((sample) => sample.offset > offset);
      return lacked ? Math.max(0, atMs - lacked.atMs) : 0;
    },
    forget() {
      samples = [];
    },
  };
}
