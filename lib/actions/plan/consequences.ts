import type { ConsequenceCode } from '../../contract/action-codes';
import type { Consequence, PreviewRequest } from '../../contract/actions';
import type { Holder } from '../../contract/holder';
import { QUARANTINE_GRACE_MS, QUARANTINE_MS } from '../../contract/limits';
import type { Lock } from '../../contract/lock';
import { althoughOf } from '../../domain/actions/although';
import { lives } from '../../domain/holders/judge-holder';
import { displayOf } from '../../domain/keys/bytes';
import { countOf } from '../../domain/values/counted';
import { hazardsOf } from '../../formats/core/late-unlock';
import { type LockReading, ttlLeftOf } from '../../reads/read-lock';
import type { Indistinguishable } from './indistinguishable';

type Known = Pick<Lock, 'waiters' | 'renewal' | 'holders' | 'votes'> | null;

/**
 * What will and what will not happen. Values by code: `renewal-may-come` watchedMs, withinMs · `waiters-race` count · `publishes` channel · `lease-becomes` ttlMs ·
 * `waiters-wait-longer` count, longerMs · `watchdog-resets` periodMs? · `quarantine-holds` quarantineMs · `quarantine-short` periodMs · `ends-by-ttl` ttlMs
 */
export function consequencesOf(
  reading: LockReading,
  { action, quarantineMs = QUARANTINE_MS.usual }: Pick<PreviewRequest, 'action' | 'quarantineMs'>,
  leaseMs: number | null,
  known: Known,
  indistinguishable: Indistinguishable | null = null,
): Consequence[] {
  return [
    ...(action === 'quarantine' ? ofQuarantine(quarantineMs, known) : []),
    ...(action === 'extend' ? ofExtend(reading, leaseMs ?? 0, known) : ofRelease(reading, known)),
    ...(indistinguishable === null ? [] : [will(indistinguishable)]),
    willNot('holder-not-told'),
    ...(action === 'extend' ? [] : [willNot('write-not-stopped')]),
    willNot('no-undo'),
  ];
}

/** Before the release: nobody can have it, and whoever had it fails. */
function ofQuarantine(quarantineMs: number, known: Known): Consequence[] {
  const waiting = countOf(known?.waiters.count);
  const isPaid = waiting.known && waiting.count > 0;
  const periodMs = known?.renewal.periodMs ?? null;
  return [
    will('quarantine-holds', { quarantineMs }),
    will('late-renewal-fails'),
    ...(periodMs !== null && periodMs >= quarantineMs ? [will('quarantine-short', { periodMs })] : []),
    ...(isPaid ? [will('waiters-wait-longer', { count: waiting.count, longerMs: quarantineMs })] : []),
    will('ends-by-ttl', { ttlMs: quarantineMs + QUARANTINE_GRACE_MS }),
  ];
}

function ofRelease(reading: LockReading, known: Known): Consequence[] {
  const { recognised } = reading;
  const waiting = countOf(known?.waiters.count);
  return [
    ...ofHolders(known?.holders ?? []),
    ...ofWatching(reading, known),
    ...hazardsOf(recognised.format, recognised.sight)
      .filter((code) => !known?.votes || code !== 'other-nodes-hold')
      .map((code) => will(code)),
    !waiting.known
      ? will('waiters-unknown')
      : waiting.count > 0
        ? will('waiters-race', { count: waiting.count })
        : will('no-waiters'),
    wakeOf(reading),
  ];
}

/** What wakes those who wait, if anything does. */
function wakeOf({ recognised: { format }, raw: { key } }: LockReading): Consequence {
  const channel = format.channels?.channelOf(key);
  const by = channel === undefined ? format.wakesBy?.(key) : { channel };
  if (!by) return will('publishes-nothing');
  return 'channel' in by
    ? will('publishes', { channel: displayOf(by.channel).text })
    : will('signals', { list: displayOf(by.list).text });
}

/** An unknown holder may work on as well: what is proven is said, and said first. */
function ofHolders(holders: readonly Pick<Holder, 'verdict' | 'process'>[]): Consequence[] {
  if (holders.some(({ verdict }) => lives(verdict))) return [will('two-will-run')];
  const mayWake = holders.some(
    ({ verdict, process }) => verdict === 'gone' && process?.heartbeat?.record !== 'deleted',
  );
  return mayWake ? [will('holder-may-wake')] : [];
}

/** Its holder may renew, and was not watched for long enough to say that it does not. */
function ofWatching({ holders, raw: { readAtMs } }: LockReading, known: Known): Consequence[] {
  const { awaited } = known?.renewal ?? {};
  const isAlone = holders.length === 1;
  if (!known || !awaited || althoughOf({ ...known, isAlone }, readAtMs) !== 'renews') return [];
  const { sinceMs, untilMs } = awaited;
  return [
    will('renewal-may-come', { watchedMs: Math.max(0, readAtMs - sinceMs), withinMs: untilMs - readAtMs }),
  ];
}

function ofExtend(reading: LockReading, leaseMs: number, known: Known): Consequence[] {
  const { recognised } = reading;
  const ttlMs = ttlLeftOf(reading);
  if (ttlMs === 'none') return [];
  const renews = (known?.renewal.count ?? 0) > 0 || recognised.format.healthyFloor !== null;
  const periodMs = known?.renewal.periodMs ?? null;
  const waiting = countOf(known?.waiters.count);
  const longerMs = leaseMs - ttlMs;
  const isPaid = waiting.known && waiting.count > 0 && longerMs > 0;
  return [
    will('lease-becomes', { ttlMs: Math.max(leaseMs, ttlMs) }),
    ...(isPaid ? [will('waiters-wait-longer', { count: waiting.count, longerMs })] : []),
    ...(renews ? [will('watchdog-resets', periodMs === null ? {} : { periodMs })] : []),
    ...(recognised.format.redisType === 'hash' ? [willNot('companions-untouched')] : []),
  ];
}

function will(code: ConsequenceCode, values: Consequence['values'] = {}): Consequence {
  return { code, happens: true, values };
}

function willNot(code: ConsequenceCode): Consequence {
  return { code, happens: false, values: {} };
}
