import type { ConsequenceCode, LockAction } from '../../contract/action-codes';
import type { Consequence } from '../../contract/actions';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { lives } from '../../domain/holders/judge-holder';
import { displayOf } from '../../domain/keys/bytes';
import { countOf } from '../../domain/values/counted';
import { hazardsOf } from '../../formats/core/late-unlock';
import { type LockReading, ttlLeftOf } from '../../reads/read-lock';
import type { Indistinguishable } from './indistinguishable';

type Known = Pick<Lock, 'waiters' | 'renewal' | 'holders' | 'votes'> | null;

/**
 * What will and what will not happen. Values by code: `waiters-race` count · `publishes` channel · `lease-becomes` ttlMs ·
 * `waiters-wait-longer` count, longerMs · `watchdog-resets` periodMs?
 */
export function consequencesOf(
  reading: LockReading,
  action: LockAction,
  leaseMs: number | null,
  known: Known,
  indistinguishable: Indistinguishable | null = null,
): Consequence[] {
  return [
    ...(action === 'release' ? ofRelease(reading, known) : ofExtend(reading, leaseMs ?? 0, known)),
    ...(indistinguishable === null ? [] : [will(indistinguishable)]),
    willNot('holder-not-told'),
    ...(action === 'release' ? [willNot('write-not-stopped')] : []),
    willNot('no-undo'),
  ];
}

function ofRelease(reading: LockReading, known: Known): Consequence[] {
  const { recognised } = reading;
  const waiting = countOf(known?.waiters.count);
  return [
    ...ofHolders(known?.holders ?? []),
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
