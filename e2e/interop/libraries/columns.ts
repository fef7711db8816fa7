/** What the matrix says of a library, in its order. */
export const COLUMNS = [
  'recognised',
  'holder',
  'since',
  'hold count',
  'waiters',
  'release wakes',
  'extend holds',
  'successor safe',
] as const;
export type Column = (typeof COLUMNS)[number];

/** yes = Lockscope does it right; none = the library has no such thing, and `why` says so; no = it does not, as `why` says. */
export type Verdict = { is: 'yes' } | { is: 'none' | 'no'; why: string };

export type MatrixRow = {
  /** Which contender it is. */
  id: string;
  library: string;
  language: string;
  version: string;
  place: 'standalone' | 'cluster';
  verdicts: Record<Column, Verdict>;
};
