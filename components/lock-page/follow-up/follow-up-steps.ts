import { isPartly } from '@/components/actions/done';
import { NEXT_WATCH_MS } from '@/components/actions/next-holder-of';
import { comebackUntilMs, HEALTHY_AFTER_MS } from './follow-up';
import {
  elapsedText,
  eventHolder,
  healthyAfter,
  isBackNext,
  type Say,
  type WordContext,
} from './follow-up-words';

/** The last reading of the watch is this much older than its end, ms. */
const READ_SLACK_MS = 2_000;

/** The outcome of a step. */
export type StepMark = 'done' | 'waiting' | 'risk' | 'bad' | 'unknown';

/** A step of what came of an action, in the order of time. `time` '' = it has none. */
export type FollowStep<R> = { id: string; mark: StepMark; time: string; what: R | string; more: string };

/** The steps of an action: the reading, the act, and each thing watched since. */
export function followStepsOf<R>(say: Say<R>, context: WordContext): FollowStep<R>[] {
  const { done, format, t } = context;
  const asked = done.quarantine ?? done;
  const read: FollowStep<R> = {
    id: 'read',
    mark: 'done',
    time: format.clock(asked.seenAtMs),
    what: say('followUp.step.read'),
    more: t('followUp.step.readMore'),
  };
  const watched = [healthStep(say, context), watchStep(say, context)];
  // In the order in which they are due.
  if (comebackUntilMs(done) < done.result.atMs + HEALTHY_AFTER_MS) watched.reverse();
  const rest = [overStep(say, context), nextStep(say, context), leaseStep(say, context), ...watched];
  return [read, doneStep(say, { ...context, done: asked }), ...rest.filter((step) => step !== null)];
}

const DONE_ON = {
  release: 'followUp.step.releasedOn',
  extend: 'followUp.step.extendedOn',
  quarantine: 'followUp.step.quarantinedOn',
} as const;

/** The end of a quarantine, which the console of the act brings about. */
function overStep<R>(say: Say<R>, { done, follow, format, t }: WordContext): FollowStep<R> | null {
  const { freedAtMs } = done.result;
  if (freedAtMs === undefined) return null;
  const isOver = done.quarantine !== undefined;
  const left = leftText(follow.quarantineLeftMs, format);
  return {
    id: 'over',
    mark: isOver ? 'done' : 'waiting',
    time: format.clock(freedAtMs),
    what: say('followUp.step.over'),
    more: isOver ? t('followUp.step.overMore') : t('followUp.step.overLeft', { left }),
  };
}

function doneStep<R>(say: Say<R>, { done, format, t, doneTitle }: WordContext): FollowStep<R> {
  const { result, action, leaseMs, isKept } = done;
  const [node, ...others] = result.nodes;
  const isOne = node !== undefined && others.length === 0 && !result.hold;
  const extendMore =
    done.after?.is === 'short' ? '' : t('followUp.step.leaseMore', { lease: format.span(leaseMs ?? 0) });
  const releaseMore = isKept
    ? t('result.kept')
    : result.woken === null
      ? t('result.wokenUnknown')
      : t('result.woken', { count: result.woken });
  return {
    id: 'done',
    mark: isPartly(done) ? 'risk' : 'done',
    time: format.clock(result.atMs),
    what: isOne ? say(DONE_ON[action], { node: node.node }) : doneTitle,
    more: { release: releaseMore, extend: extendMore, quarantine: t('followUp.step.quarantineMore') }[action],
  };
}

/** How many of several keys whoever acquired has; '' = there is one. */
function keysTaken(holder: string | null, { keys, t }: WordContext): string {
  const count = keys.filter(({ follow: { next } }) => next?.holder === holder).length;
  return keys.length < 2 ? '' : t('followUp.step.keysTaken', { count, of: keys.length });
}

function nextStep<R>(say: Say<R>, context: WordContext): FollowStep<R> | null {
  const { done, follow, format, t, nameOf } = context;
  const { next, taker, nextLeftMs, now } = follow;
  if (done.action === 'extend' || follow.health === null) return null;
  const step = { id: 'next', time: '', more: '' };
  if (next) {
    const after = elapsedText(next.afterMs, format);
    const time = t(next.atMost ? 'followUp.step.within' : 'followUp.step.after', { after });
    if (isBackNext({ done, follow })) return { ...step, mark: 'bad', time, what: say('followUp.step.again') };
    const holder = taker ? nameOf(taker) : eventHolder(next.holder, t);
    const more = keysTaken(next.holder, context);
    return { ...step, mark: 'done', time, what: say('followUp.step.acquired', { holder }), more };
  }
  if (nextLeftMs > 0) {
    const more = t('followUp.step.left', { left: leftText(nextLeftMs, format) });
    return { ...step, mark: 'waiting', what: say('followUp.step.watching'), more };
  }
  // Without a reading nothing proves that nobody came.
  const isRead =
    now !== null && now.is !== 'unknown' && now.toMs > done.result.atMs + NEXT_WATCH_MS - READ_SLACK_MS;
  if (!isRead) return { ...step, mark: 'unknown', what: say('followUp.step.watching') };
  const more = t('followUp.step.nobodyMore', { after: format.span(NEXT_WATCH_MS) });
  return { ...step, mark: 'done', what: say('followUp.step.nobody'), more };
}

const LEASE_MARKS = {
  stands: 'done',
  reset: 'risk',
  left: 'unknown',
  unknown: 'unknown',
} satisfies Record<NonNullable<WordContext['follow']['lease']>['is'], StepMark>;

function leaseStep<R>(say: Say<R>, { follow: { lease }, format, t }: WordContext): FollowStep<R> | null {
  if (lease === null) return null;
  const { is } = lease;
  const until = is === 'stands' ? t('followUp.step.until', { time: format.clock(lease.untilMs) }) : '';
  const time = 'afterMs' in lease ? afterText(lease.afterMs, format, t) : until;
  const thenMs = is === 'reset' ? lease.untilMs : is === 'unknown' ? lease.fromMs : 0;
  return {
    id: 'lease',
    mark: LEASE_MARKS[is],
    time,
    what: say(`followUp.step.leaseIs.${is}`),
    more: t(`followUp.step.leaseThen.${is}`, { time: format.clock(thenMs) }),
  };
}

function afterText(ms: number, format: WordContext['format'], t: WordContext['t']): string {
  return t('followUp.step.after', { after: elapsedText(ms, format) });
}

/** Time that is left, in whole seconds. */
function leftText(ms: number, format: WordContext['format']): string {
  return format.span(Math.ceil(ms / 1_000) * 1_000);
}

const HEALTH_MARKS = {
  waiting: 'waiting',
  healthy: 'done',
  held: 'done',
  free: 'done',
  risk: 'risk',
  other: 'unknown',
  old: 'bad',
  lost: 'bad',
  unknown: 'unknown',
  unseen: 'unknown',
} satisfies Record<NonNullable<WordContext['follow']['health']>['is'], StepMark>;

function healthStep<R>(say: Say<R>, context: WordContext): FollowStep<R> | null {
  const {
    done,
    follow: { health },
    format,
  } = context;
  if (health === null) return null;
  const atMs = done.result.atMs + HEALTHY_AFTER_MS;
  return {
    id: 'health',
    mark: HEALTH_MARKS[health.is],
    time: format.clock(atMs),
    what: say(`followUp.step.health.${health.is}`, { after: healthyAfter(format) }),
    more: healthMore(context),
  };
}

function healthMore({ follow: { health }, format, t }: WordContext): string {
  if (health === null) return '';
  switch (health.is) {
    case 'waiting':
      return t('followUp.step.toGo', { left: format.seconds(Math.ceil(health.leftMs / 1_000)) });
    case 'unknown':
      return health.toMs === null
        ? t('followUp.step.healthMore.unknown', { time: format.clock(health.fromMs) })
        : t('followUp.step.healthMore.unknownUntil', {
            from: format.clock(health.fromMs),
            to: format.clock(health.toMs),
          });
    case 'unseen':
      return t('followUp.step.healthMore.unseen', { time: format.clock(health.sinceMs) });
    default:
      return t(`followUp.step.healthMore.${health.is}`);
  }
}

const WATCH_MARKS = {
  watching: 'waiting',
  away: 'done',
  back: 'bad',
  alike: 'unknown',
  unknown: 'unknown',
  unseen: 'unknown',
} satisfies Record<NonNullable<WordContext['follow']['comeback']>['is'], StepMark>;

/** Whether the old holder comes back. */
function watchStep<R>(say: Say<R>, { done, follow, format, t }: WordContext): FollowStep<R> | null {
  const { comeback } = follow;
  if (comeback === null || isBackNext({ done, follow })) return null;
  const untilMs = 'untilMs' in comeback ? comeback.untilMs : comebackUntilMs(done);
  const time =
    'afterMs' in comeback
      ? afterText(comeback.afterMs, format, t)
      : t('followUp.step.until', { time: format.clock(untilMs) });
  const more =
    comeback.is === 'watching'
      ? t('followUp.step.toGo', { left: leftText(comeback.leftMs, format) })
      : comeback.is === 'unseen'
        ? t('followUp.step.unseen', { time: format.clock(comeback.sinceMs) })
        : t(`followUp.step.${comeback.is}`);
  return { id: 'watch', mark: WATCH_MARKS[comeback.is], time, what: say('followUp.step.watch'), more };
}
