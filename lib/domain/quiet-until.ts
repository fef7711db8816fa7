import { expiredByValue } from '../findings/core/judge';
import { zombieReaders } from '../findings/zombie-reader';
import { goneSinceMs, pulseOf, tellsUntilMs } from './holders/judge-holder';
import { LATE_PERIODS, missedBelowMs } from './holders/judge-renewal';
import { nextQuietUntil } from './judge-next';
import type { Heartbeat, Renewal } from './lock';
import type { LockFacts } from './locks/lock-facts';
import { overstaysFromMs } from './locks/overstay';
import { isUnread } from './locks/unread';
import { isSome } from './values/counted';

/** Until when time alone changes nothing of the judgement, epoch ms; it holds as long as the facts do. */
export function quietUntil(facts: LockFacts, renewal: Renewal, nowMs: number): number {
  const { periodMs } = renewal;
  const { reading, renewals, waiters, heartbeats, silentSinceMs } = facts;
  if (silentSinceMs !== null) return Number.POSITIVE_INFINITY;
  if (facts.age && isUnread(facts, nowMs)) return nowMs + agoStepMs(nowMs - facts.age.readAtMs);
  const [zombie] = zombieReaders(facts);
  return Math.min(
    facts.age?.unreadFromMs ?? Number.POSITIVE_INFINITY,
    reading.deadlineMs === 'none' ? Number.POSITIVE_INFINITY : reading.deadlineMs,
    expiredByValue(facts, nowMs)
      ? Number.POSITIVE_INFINITY
      : (reading.valueDeadlineMs ?? Number.POSITIVE_INFINITY),
    periodMs === null ? Number.POSITIVE_INFINITY : (renewals.lastAtMs ?? 0) + periodMs * LATE_PERIODS,
    expiredByValue(facts, nowMs)
      ? nowMs + agoStepMs(nowMs - (reading.valueDeadlineMs ?? nowMs))
      : Number.POSITIVE_INFINITY,
    ...heartbeats.map((heartbeat) => heartbeatQuietUntil(heartbeat, nowMs)),
    facts.collision ? nowMs + agoStepMs(nowMs - facts.collision.sinceMs) : Number.POSITIVE_INFINITY,
    zombie ? nowMs + agoStepMs(nowMs - zombie.sinceMs) : Number.POSITIVE_INFINITY,
    overstayQuietUntil(facts, renewal, nowMs),
    floorQuietUntil(facts, nowMs),
    nextQuietUntil(facts, nowMs),
    // Waiters add up every second.
    isSome(waiters.count) ? nowMs : Number.POSITIVE_INFINITY,
  );
}

/** It begins to overstay some day, and then does so for longer and longer, which is shown. */
function overstayQuietUntil(facts: LockFacts, renewal: Renewal, nowMs: number): number {
  const from = overstaysFromMs(facts, renewal);
  if (from === null) return Number.POSITIVE_INFINITY;
  return nowMs <= from ? Math.floor(from) + 1 : nowMs + agoStepMs(nowMs - from);
}

/** The TTL passes the floor some day, and then falls on, which is shown. */
function floorQuietUntil(facts: LockFacts, nowMs: number): number {
  const floorMs = missedBelowMs(facts);
  const { deadlineMs } = facts.reading;
  if (floorMs === null || deadlineMs === 'none') return Number.POSITIVE_INFINITY;
  const at = deadlineMs - floorMs;
  return at >= nowMs ? at + 1 : Number.POSITIVE_INFINITY;
}

function heartbeatQuietUntil(heartbeat: Heartbeat | null, nowMs: number): number {
  if (heartbeat === null || tellsUntilMs(heartbeat) <= nowMs) return Number.POSITIVE_INFINITY;
  const pulse = pulseOf(heartbeat);
  const shown = pulse === 'silent' || pulse === 'ended';
  const toldAnewMs = shown ? nowMs + agoStepMs(nowMs - goneSinceMs(heartbeat)) : Number.POSITIVE_INFINITY;
  return Math.min(tellsUntilMs(heartbeat), toldAnewMs);
}

/** How old a shown age may get before it is told anew: a twentieth of itself. */
export function agoStepMs(agoMs: number): number {
  return Math.max(10_000, agoMs / 20);
}
