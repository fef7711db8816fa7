import type { Format } from '../lib/formats/core/format';
import { markdownTable } from './generated-part';

type Row = Pick<Format, 'library' | 'language' | 'kind' | 'redisType' | 'channels' | 'release' | 'extend'>;

/** Markdown table of the lock formats, in the order of the registry. */
export function formatTable(formats: readonly Row[]): string {
  const rows = formats.map((format) => [
    format.library,
    format.language,
    format.kind,
    format.redisType,
    format.channels ? 'counted' : 'unknown',
    format.release ? 'yes' : 'no',
    format.extend ? 'yes' : 'no',
  ]);
  return markdownTable(['Library', 'Language', 'Kind', 'Redis type', 'Waiters', 'Release', 'Extend'], rows);
}

/** Those that most readers of the README have met. */
const WELL_KNOWN = [
  'Redisson RLock',
  'Redisson RReadWriteLock',
  'redis-py Lock',
  'node-redlock',
  'BullMQ',
  'redsync',
  'bsm/redislock',
  'Spring RedisLockRegistry',
  'Laravel',
  'sidekiq-unique-jobs',
];

/** The rows of the ten best-known formats. Throws when the registry lacks one. */
export function wellKnown<F extends Pick<Format, 'library'>>(formats: readonly F[]): F[] {
  return WELL_KNOWN.map((name) => {
    const found = formats.find(({ library }) => library === name);
    if (!found) throw new Error(`no format is called ${name}`);
    return found;
  });
}
