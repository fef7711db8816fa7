import { type Done, isPartly } from '@/components/actions/done';
import type { T, Values } from '@/components/i18n/use-t';
import { shortHolder } from '@/components/lock-parts/holder-name';
import type { Holder } from '@/lib/contract/holder';
import { shortToken } from '@/lib/domain/holders/short-token';
import { countOf } from '@/lib/domain/values/counted';
import type { Formatter } from '@/lib/i18n/format';
import { type FollowUp, HEALTHY_AFTER_MS, isOldHolder } from './follow-up';
import type { FollowedKey } from './join-follow-ups';

type Name = Parameters<T<'actions'>>[0];

/** A text of `actions`, as its reader takes it: with marks on the screen, plain in a chat. */
export type Say<R> = (name: Name, values?: Values) => R;

/** Everything that the words about an action are made of. */
export type WordContext = {
  done: Done;
  follow: FollowUp;
  /** Each key that was freed. */
  keys: readonly FollowedKey[];
  t: T<'actions'>;
  format: Formatter;
  /** The outcome in a few words. */
  doneTitle: string;
  nameOf(holder: Holder): string;
};

/** The outcome as a whole; decides colour and icon. */
export type FollowTone = 'verified' | 'contended' | 'risk' | 'lost' | 'unknown';

export function toneOf({
  done,
  follow: { comeback, health, lease, now },
}: Pick<WordContext, 'done' | 'follow'>): FollowTone {
  if (comeback?.is === 'back' || health?.is === 'lost') return 'lost';
  if (now?.is === 'unknown') return 'unknown';
  if (health?.is === 'risk' || lease?.is === 'reset') return 'risk';
  if (isPartly(done)) return 'contended';
  return lease?.is === 'left' ? 'unknown' : 'verified';
}

/** The outcome in one sentence. */
export function titleOf<R>(say: Say<R>, context: WordContext): R | string {
  const { done, follow, doneTitle } = context;
  if (follow.comeback?.is === 'back') {
    const key = otherKey(context);
    return key === null ? say('followUp.title.back') : say('followUp.title.backOn', { key });
  }
  if (isPartly(done)) return doneTitle;
  if (follow.now?.is === 'unknown') return say(`followUp.title.unknown.${done.action}`);
  if (done.action === 'extend') return extendedTitle(say, context);
  if (done.action === 'quarantine')
    return say('followUp.title.quarantined', { time: context.format.clock(done.result.freedAtMs ?? 0) });
  const isWhole = done.after === null || done.after.done === done.after.of;
  if (follow.health === null || !isWhole) return doneTitle;
  return healthTitle(say, context) ?? nextTitle(say, context) ?? doneTitle;
}

function extendedTitle<R>(
  say: Say<R>,
  { follow: { lease, health }, format, doneTitle }: WordContext,
): R | string {
  if (lease?.is === 'reset' || lease?.is === 'left') return say(`followUp.title.${lease.is}`);
  if (lease?.is !== 'stands') return doneTitle;
  const time = format.clock(lease.untilMs);
  const isHealthy = health?.is === 'healthy' || health?.is === 'held';
  return isHealthy
    ? say('followUp.title.standsHealthy', { time, after: healthyAfter(format) })
    : say('followUp.title.stands', { time });
}

/** null = a minute has not passed, or it is not known how the lock was then. */
function healthTitle<R>(say: Say<R>, { follow: { health, now }, format, nameOf }: WordContext): R | null {
  const after = healthyAfter(format);
  switch (health?.is) {
    case 'healthy':
    case 'held': {
      const [then] = health.holders;
      const [holder, ...others] = now?.is === 'held' ? now.lock.holders : [];
      const isStill = holder !== undefined && others.length === 0 && holder.token.text === then?.token.text;
      return isStill
        ? say(`followUp.title.${health.is}`, { holder: nameOf(holder), after })
        : say('followUp.title.healthyOther', { after });
    }
    case 'free':
      return now?.is === 'free'
        ? say('followUp.title.free', { after })
        : say('followUp.title.healthyOther', { after });
    case 'risk':
    case 'lost':
      return say(`followUp.title.${health.is}`, { after });
    default:
      return null;
  }
}

/** null = the lock was not read since. */
function nextTitle<R>(say: Say<R>, { follow: { next, nextLeftMs, now }, nameOf, t }: WordContext): R | null {
  if (now?.is === 'held') {
    const [holder, ...others] = now.lock.holders;
    return holder && others.length === 0
      ? say('followUp.title.next', { holder: nameOf(holder) })
      : say('followUp.title.several');
  }
  if (next) return say('followUp.title.taken', { holder: eventHolder(next.holder, t) });
  if (nextLeftMs > 0) return say('followUp.title.watching');
  return now?.is === 'free' ? say('followUp.title.freeNow') : null;
}

/** The sentence about the old holder; null = there is nothing to say of it. */
export function comebackLine<R>(say: Say<R>, context: WordContext): R | null {
  const { done, follow, format, keys } = context;
  const { comeback, next } = follow;
  const token = shortToken(done.holder.token.text);
  switch (comeback?.is) {
    case 'watching':
      return say('followUp.line.watching', { token });
    case 'away': {
      const span = format.span(comeback.untilMs - done.result.atMs);
      return say('followUp.line.away', { token, span, count: keys.length });
    }
    case 'back':
    case 'alike': {
      const afterMs = next && isBackNext({ done, follow }) ? next.afterMs : comeback.afterMs;
      const after = elapsedText(afterMs, format);
      const key = otherKey(context);
      return key === null
        ? say(`followUp.line.${comeback.is}`, { token, after })
        : say(`followUp.line.${comeback.is}On`, { token, after, key });
    }
    case 'unknown':
      return say('followUp.line.unknown', { time: format.clock(comeback.fromMs) });
    case 'unseen':
      return say('followUp.line.unseen', { time: format.clock(comeback.sinceMs) });
    default:
      return null;
  }
}

/** The sentence about a watchdog that undid an extension; null = none did. */
export function resetLine<R>(say: Say<R>, { follow: { lease }, format }: WordContext): R | null {
  if (lease?.is !== 'reset') return null;
  const { afterMs, untilMs, insteadMs } = lease;
  return say('followUp.line.reset', {
    after: elapsedText(afterMs, format),
    time: format.clock(untilMs),
    instead: format.clock(insteadMs),
  });
}

/** Whether the holder that was released is itself who acquired next. */
export function isBackNext({
  done,
  follow: { taker, comeback },
}: Pick<WordContext, 'done' | 'follow'>): boolean {
  return comeback?.is === 'back' && isOldHolder(taker, done);
}

/** The key that the old holder has again, where it is not that of the page. */
function otherKey({ done, follow: { comebackKey } }: WordContext): string | null {
  return comebackKey === done.lock.key.text ? null : comebackKey;
}

/** How many still wait for the lock; null = that is not known of it as it is now, or nothing came free. */
export function waitingLine<R>(
  say: Say<R>,
  { done, follow: { now, health }, format }: WordContext,
): R | null {
  if (done.action !== 'release' || health === null || now?.is !== 'held') return null;
  const waiting = countOf(now.lock.waiters.count);
  if (!waiting.known) return null;
  return say('followUp.line.waiting', { count: waiting.count, n: format.count(waiting.count) });
}

/** A time since the action, exact where it is short. */
export function elapsedText(ms: number, format: Formatter): string {
  return ms < HEALTHY_AFTER_MS ? format.latency(ms) : format.span(ms);
}

export function healthyAfter(format: Formatter): string {
  return format.seconds(HEALTHY_AFTER_MS / 1_000);
}

/** A holder as an event names it. */
export function eventHolder(holder: string | null, t: T<'actions'>): string {
  return holder === null ? t('next.unnamed') : shortHolder(holder);
}
