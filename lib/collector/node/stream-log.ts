/** Offsets of a primary's replication stream over time. */
export type StreamLog = {
  /** Records the offset at this time. A lower offset is a new stream: the earlier samples are dropped. */
  note(offset: number, atMs: number): void;
  /** For how long, ms, the primary is known to have been past this offset; 0 = not known to be. */
  lackedMs(offset: number, atMs: number): number;
  forget(): void;
};

/** Remembers the last `most` samples. */
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
