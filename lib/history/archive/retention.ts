import type { TierMs } from '../database/tiers';
import type { Retention, RetentionDays } from './archive-types';

const DAY_MS = 86_400_000;

export const DEFAULT_RETENTION: Retention = {
  days: {
    spans: 30,
    waiting: 14,
    events: 90,
    audit: 400,
    seconds: 0.25,
    minutes: 3,
    tenMinutes: 30,
    hours: 400,
    days: 400,
  },
  maxBytes: 2 * 1024 ** 3,
};

/** What is kept in memory takes that from everything else. */
export const MOST_IN_MEMORY = 128 * 1024 ** 2;

export const TIER_DAYS: Record<TierMs, keyof RetentionDays> = {
  10000: 'seconds',
  60000: 'minutes',
  600000: 'tenMinutes',
  3600000: 'hours',
  21600000: 'hours',
  86400000: 'days',
};

/** What is older may go. */
export function cutoff(nowMs: number, days: number): number {
  return Math.floor(nowMs - days * DAY_MS);
}
