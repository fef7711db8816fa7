import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';

const YEARS_10 = 3_653 * 86_400_000;

type MemberLease = { member: ByteString; ttlMs: number };

/**
 * Members of a sorted set whose scores are deadlines in epoch ms, with what is left of each; null when one of the scores
 * read is no such thing. `expired` counts those that have ended: scores are read lowest first, so that is all of them
 * unless all that were read have.
 */
export function leasesOf({ members }: RawKey, now: number): { live: MemberLease[]; expired: number } | null {
  if (!members || members.length === 0) return null;
  if (members.some(([, score]) => !(Math.abs(score - now) < YEARS_10))) return null;
  const live = members.flatMap(([member, score]) =>
    score > now ? [{ member, ttlMs: Math.floor(score - now) }] : [],
  );
  return { live, expired: members.length - live.length };
}
