/** Without these there may be locks that nobody sees. */
const HIDING = ['discovery', 'every-lock', 'strings', 'hashes', 'sorted-sets', 'lists', 'sets'] as const;

/** What is lost without a right; words under `rights.<cost>` in the message catalogue. */
export const RIGHT_COSTS = [
  ...HIDING,
  'heartbeats',
  'large-values',
  'last-try',
  'waiters',
  'more-commands',
  'facts',
  'events',
  'acts',
  'wake-ups',
] as const;
export type RightCost = (typeof RIGHT_COSTS)[number];

/** A command that the console's Redis user may not run, `HGETALL` or `MEMORY USAGE`, and what follows. */
export type MissingRight = { command: string; costs: RightCost };

/** Whether there may be locks that nobody sees without it. */
export function hidesLocks({ costs }: MissingRight): boolean {
  return HIDING.some((each) => each === costs);
}
