/** When something happened, as far as its actor can tell: not before the one, not after the other; epoch ms. */
export type Moment = { earliestMs: number; latestMs: number };

export type HoldEnd = 'released' | 'expired' | 'force-released' | 'lost';

/** Somebody had a lock, by its own account. */
export type TrueHold = {
  key: string;
  token: string;
  from: Moment;
  to: Moment;
  ended: HoldEnd;
  /** The lease asked for. */
  leaseMs: number;
  /** When its holder renewed it, as far as it counts that; null = it does not. */
  renewals: Moment[] | null;
  /** When it was seen to go on although its lease had ended; null = it was not. */
  outlived: Moment | null;
};

/** Somebody waited for a lock. */
export type TrueWait = {
  key: string;
  /** How the console can know: its place in a queue is a key, a subscription is only counted. */
  by: 'queue' | 'channel';
  from: Moment;
  to: Moment;
  gotIt: boolean;
};

/** What really happened. */
export type Truth = {
  /** The console had looked at everything before, and everything was over by the end. */
  fromMs: number;
  toMs: number;
  holds: TrueHold[];
  waits: TrueWait[];
  /** The server was killed, and served again. */
  killed: Moment;
  served: Moment;
};

/** Everything that is known about a moment within an error. */
export function around(earliestMs: number, latestMs = earliestMs): Moment {
  return { earliestMs, latestMs };
}

export function middleOf({ earliestMs, latestMs }: Moment): number {
  return (earliestMs + latestMs) / 2;
}

/** How uncertain the account itself is, ms. */
export function widthOf({ earliestMs, latestMs }: Moment): number {
  return latestMs - earliestMs;
}

export function holdsOf({ holds }: Truth, key: string): TrueHold[] {
  return holds.filter((hold) => hold.key === key).sort((a, b) => middleOf(a.from) - middleOf(b.from));
}

export function waitsOf({ waits }: Truth, key: string): TrueWait[] {
  return waits.filter((wait) => wait.key === key);
}

export function keysOf({ holds }: Truth): string[] {
  return [...new Set(holds.map(({ key }) => key))].sort();
}
