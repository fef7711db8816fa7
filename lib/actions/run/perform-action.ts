import type { Seen } from '../../contract/actions';
import type { ByteString } from '../../domain/keys/bytes';
import { ConsoleError } from '../../domain/values/errors';
import type { DecodedHolder, Format, HolderAction, ScriptPlan } from '../../formats/core/format';
import { type LockReading, type LockReadOptions, readLock } from '../../reads/read-lock';
import { toLockError } from '../../reads/redis-errors';
import type { AnyRedis } from '../../redis/connection';
import { guardedByDeadline } from '../../redis/guarded-script';
import { ReplyCode } from '../../redis/reply-code';
import { runScript, type Script, type ScriptReply } from '../../redis/run-script';
import { anyShardedUnder, subscribersOf } from '../../redis/subscribers';
import {
  type ChangedFact,
  changedError,
  changedSince,
  DEADLINE_SLACK_MS,
  seenOnMaster,
} from './compare-seen';

const CHANGED: Partial<Record<ReplyCode, ChangedFact>> = {
  [ReplyCode.absent]: 'type',
  [ReplyCode.otherHolder]: 'holder',
  [ReplyCode.wrongType]: 'type',
  [ReplyCode.countDiffers]: 'hold-count',
  [ReplyCode.deadlineMoved]: 'deadline',
  [ReplyCode.otherFields]: 'format',
  [ReplyCode.modeDiffers]: 'format',
};

/** So often an act is tried while its holder renews between the last reading and the act. */
const ATTEMPTS = 5;

/**
 * When the lease of the holder ends, by the last reading before the act, which runs for that end alone: as was seen, later,
 * or not known of this holder, who never expires or is one of several.
 */
export type LeaseEnd = 'as-seen' | 'later' | 'unknown';

/** What the caller knows of a hold beside its bytes. */
export type PerformOptions = LockReadOptions & {
  /** It is done on each master of a group, and what was seen is of one of them. */
  isGroup?: boolean;
  /** Throws when an act on this holder, whose lease may end at another moment than was seen, needs something that is missing. */
  allow?(holder: DecodedHolder, ends: LeaseEnd, reading: LockReading): void;
  /** Resolves when everything was taken in that was reported of the lock by now; rejects when that cannot be known. */
  catchUp?(): Promise<void>;
  /** Whether an end of the hold that was seen is known. Asked in the moment before the act. */
  isOver?(): boolean;
  /** Resolves when nothing else has to come first; rejects when it may not be done. */
  ready?(): Promise<void>;
  /** Called when the act goes to Redis. */
  onSend?(): void;
};

/**
 * Reads the lock again, refuses when it is not as seen or its hold is known to have ended, and runs the plan, which compares
 * once more in the same step as it acts: only that comparison protects a successor, the first one is there to say early and
 * exactly what changed. A deadline that moved since that reading stops the act too; it is read anew, as a renewal moves it.
 * Of a token that is kept for many holds the plan compares the deadline that was seen: a renewal since then cannot be
 * distinguished from the next hold, and is refused as `renewed-or-retaken` whatever was consented to.
 * Throws `changed` with before and after (an absent lock has type `none`), and what `toLockError` makes of failures.
 */
export async function performAction(
  redis: AnyRedis,
  key: ByteString,
  seenAtFirst: Seen,
  options: PerformOptions,
  planOf: (format: Format, act: HolderAction) => ScriptPlan,
): Promise<{ lock: LockReading; reply: ScriptReply; waiting: number | null }> {
  for (let attempt = 1; ; attempt++) {
    const before = await readLock(redis, key, { ...options, tokenDigest: seenAtFirst.tokenDigest });
    const seen = options.isGroup ? seenOnMaster(seenAtFirst, before) : seenAtFirst;
    const changed = changedSince(seen, before);
    if (changed.length > 0 || !before.lock?.held) throw changedError(seen, before, changed);
    const { recognised, held } = before.lock;
    const { holder, token } = held;
    const [{ publish, waiting }] = await Promise.all([
      listenersOf(redis, recognised.format, key),
      options.catchUp?.(),
    ]);
    const plan = planOf(recognised.format, { key, token, holder, seen, sight: recognised.sight, publish });
    const refuseIfOver = () => {
      if (options.isOver?.()) throw changedError(seen, before, ['acquisition']);
    };
    refuseIfOver();
    options.allow?.(holder, leaseEnd(before.lock, seen.deadlineMs), before.lock);
    await options.ready?.();
    refuseIfOver();
    options.onSend?.();
    const reply = await runPlan(redis, isAlone(before.lock) ? guarded(plan, before.lock.deadlineMs) : plan);
    const fact = CHANGED[reply.code];
    if (!fact) return { lock: before.lock, reply, waiting };
    const after = await readLock(redis, key, options);
    const now = changedSince(seen, after);
    if (fact !== 'deadline' || now.length > 0) throw changedError(seen, after, now.length > 0 ? now : [fact]);
    // It did not move while this was under way: the plan compares what was seen, and would refuse again.
    const isSettled = after.lock !== null && !isLater(after.lock.deadlineMs, before.lock.deadlineMs);
    if (isSettled && isLater(before.lock.deadlineMs, seen.deadlineMs))
      throw changedError(seen, after, ['renewed-or-retaken']);
    if (attempt === ATTEMPTS) throw changedError(seen, after, [fact]);
  }
}

/** The key's deadline is that of its only holder. */
function isAlone({ holders, held }: LockReading): boolean {
  return holders.length === 1 && held?.holder.ttlMs === undefined;
}

function leaseEnd(lock: LockReading, seenMs: number | 'none'): LeaseEnd {
  if (!isAlone(lock) || lock.deadlineMs === 'none' || seenMs === 'none') return 'unknown';
  return isLater(lock.deadlineMs, seenMs) ? 'later' : 'as-seen';
}

function isLater(deadline: number | 'none', than: number | 'none'): boolean {
  return deadline !== 'none' && than !== 'none' && deadline - than > DEADLINE_SLACK_MS;
}

function guarded(plan: ScriptPlan, deadlineMs: number | 'none'): ScriptPlan {
  return { ...plan, script: guardedByDeadline(plan.script), args: [...plan.args, deadlineMs] };
}

/** Runs the script of a plan. Throws what `toLockError` makes of failures; what the user may not run is named. */
export async function runPlan(redis: AnyRedis, plan: ScriptPlan): Promise<ScriptReply> {
  try {
    return await runScript(redis, plan.script, plan.keys, plan.args);
  } catch (error) {
    const failure = toLockError(error, 'acting');
    if (failure.code !== 'denied' || failure.details.command) throw failure;
    const commands = commandsOf(plan.script);
    const text = `this Redis user may not run one of ${commands.join(', ')} on the lock or its channel`;
    throw new ConsoleError('denied', text, { ...failure.details, commands }, { cause: error });
  }
}

type Listeners = { publish: HolderAction['publish']; waiting: number | null };

/**
 * How to publish the release, which is the way in which more clients listen for it: those of a library all choose the same
 * for a server. `waiting` = how many clients do; null = there is no channel, or Redis does not say.
 */
export async function listenersOf(
  redis: AnyRedis,
  { channels }: Format,
  key: ByteString,
): Promise<Listeners> {
  if (!channels) return { publish: 'PUBLISH', waiting: null };
  try {
    const channel = channels.channelOf(key);
    const { classic, sharded } = await subscribersOf(redis, channel);
    // A fair lock's waiter has a channel of its own, whose name goes on from this one.
    const alone = classic + sharded === 0 && (await anyShardedUnder(redis, `${channel}:`));
    return { publish: sharded > classic || alone ? 'SPUBLISH' : 'PUBLISH', waiting: classic + sharded };
  } catch (error) {
    const mayNotAsk = error instanceof Error && error.name === 'ReplyError';
    if (mayNotAsk) return { publish: 'PUBLISH', waiting: null };
    throw toLockError(error, 'reading');
  }
}

/** Redis does not say which command of a script it refused. */
function commandsOf({ text }: Script): string[] {
  return [...new Set([...text.matchAll(/redis\.call\('([A-Z]+)'/g)].map(([, name = '']) => name))];
}

/** The reply of a plan that did what it was made for, which one of `also` says too. */
export function doneOrThrow(reply: ScriptReply, ...also: ReplyCode[]): number {
  if (reply.code === ReplyCode.done || also.includes(reply.code)) return reply.detail;
  throw new ConsoleError('unexpected-reply', 'the script gave a reply that this act does not know', {
    code: reply.code,
  });
}
