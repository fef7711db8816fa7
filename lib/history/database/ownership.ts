/** Who writes the figures of a history: this process, another one, or nobody knows before it was opened. */
export type Owner = 'unknown' | 'this' | 'other';

export type Ownership = {
  owner(): Owner;
  /** Sentence about the other one; null while there is none. */
  problem(): { sinceMs: number; message: string } | null;
  /** Calls back with every change of `owner`. Returns the unsubscribe function. */
  onChange(listener: (owner: Owner) => void): () => void;
};

/** A place that each writer has for itself, or that its fences guard. */
export const ALWAYS_OURS = {
  owner: () => 'this',
  problem: () => null,
  onChange: () => () => {},
  check: async () => {},
} as const satisfies Ownership & { check(): Promise<void> };
