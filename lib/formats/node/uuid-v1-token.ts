import type { UuidV1 } from '../../domain/keys/uuid-v1';

const HOUR = 3_600_000;
const AGES = { month: 30 * 24 * HOUR, decade: 3_653 * 24 * HOUR };

/**
 * Whether a version 1 UUID can be that of a holder of today. Random bytes are one of the last 30 days once in 2.8 million,
 * of the last ten years once in 23,000.
 */
export function isRecentUuid({ atMs }: UuidV1, now: number, age: keyof typeof AGES): boolean {
  return atMs > now - AGES[age] && atMs < now + HOUR;
}
