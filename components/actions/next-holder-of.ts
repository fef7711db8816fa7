import type { LockEventKind } from '@/lib/contract/codes';
import type { LockEvent } from '@/lib/contract/lock';

/** How long we watch who acquires next. */
export const NEXT_WATCH_MS = 10_000;

/** Who acquired after a release. `atMost` = release and acquire were seen in one look, so the time is only a bound. */
export type Next = { holder: string | null; afterMs: number; atMost: boolean };

const TAKEN: ReadonlySet<LockEventKind> = new Set<LockEventKind>(['acquired', 'taken-over', 'first-seen']);
const ENDED: ReadonlySet<LockEventKind> = new Set<LockEventKind>([
  'force-released',
  'released',
  'expired',
  'lost',
]);

/**
 * The first holder after the one that was released. `seenAtMs` = when the released hold was last read: whoever acquired
 * later is a successor. `sentAtMs` = when the release was sent. Both on the console's clock, as the events are.
 */
export function nextHolderOf(
  events: readonly LockEvent[],
  { seenAtMs, sentAtMs }: { seenAtMs: number; sentAtMs: number },
): Next | null {
  const later = events.filter(({ atMs }) => atMs >= seenAtMs).sort((a, b) => a.seq - b.seq);
  const end = later.findIndex(({ kind }) => ENDED.has(kind));
  const taken = later.slice(end + 1).find(({ kind }) => TAKEN.has(kind));
  if (!taken) return null;
  const ended = end < 0 ? undefined : later[end];
  const isExact = ended !== undefined && ended.atMs < taken.atMs;
  const fromMs = isExact ? ended.atMs : sentAtMs;
  return { holder: taken.holder, afterMs: Math.max(0, taken.atMs - fromMs), atMost: !isExact };
}
