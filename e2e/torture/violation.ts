/** What may be found broken; `events.ts` says what each demands. */
export type Rule =
  | 'exclusion'
  | 'permits-exceeded'
  | 'fencing-order'
  | 'hold-count'
  | 'lost-early'
  | 'fair-order'
  | 'written-over'
  | 'freed-while-held'
  | 'released-not-held'
  | 'not-in-redis'
  | 'left-behind'
  | 'never-expires'
  | 'promised-too-long'
  | 'permits-drift'
  | 'defect'
  | 'process-failed';

export type Violation = {
  rule: Rule;
  key: string;
  /** When it was first so. */
  at: number;
  message: string;
  /** Holder tokens and operations it is about, for whoever reads the events around it. */
  about: string[];
};

/** What one check looked at, and what it found. */
export type Finding = { checked: number; violations: Violation[] };
