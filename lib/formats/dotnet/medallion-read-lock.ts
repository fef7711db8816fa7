import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { medallionHolder } from './medallion-id';

const READERS = /\.readers$/;

/**
 * Medallion's reader-writer lock while it is read under: a set of readers, who share the TTL of the key. A writer that
 * waits blocks new readers with a `.writer` key of its own.
 */
export const medallionReadLock = defineFormat({
  id: 'medallion-read-lock',
  library: 'Medallion reader-writer lock',
  language: 'C#',
  kind: 'read-write',
  redisType: 'set',
  names: [],
  companions: {
    of: ({ key, type }) => (type === 'set' && READERS.test(key) ? [writerOf(key)] : []),
    always: true,
    names: {
      shape: /\.writer$/,
      ownersOf: (key) => (key.endsWith('.writer') ? [key.replace(/\.writer$/, '.readers')] : []),
    },
  },
  recognise: ({ raw }) => (raw.ttlMs !== 'none' && readersOf(raw).length > 0 ? 'certain' : null),
  decode({ raw, companions }) {
    const waits = companions.get(writerOf(raw.key))?.value?.endsWith('_WRITERWAITING') ?? false;
    const queue = companions.has(writerOf(raw.key)) ? { queue: { live: waits ? 1 : 0, ghosts: 0 } } : {};
    return { holders: readersOf(raw), ttlMs: raw.ttlMs, valueDeadlineMs: null, ...queue };
  },
  healthyFloor: { share: 0.7 },
  lateUnlock: 'spares',
  release: ({ key, token }) => ({ script: scripts.releaseMember, keys: [key], args: [token] }),
  extend: ({ key, token }, leaseMs) => ({
    script: scripts.extendMember,
    keys: [key],
    args: [token, leaseMs],
  }),
});

function writerOf(key: string): string {
  return key.replace(READERS, '.writer');
}

/** All that were read, or none when one of them is no lock id. */
function readersOf({ key, items }: RawKey) {
  if (!items || !READERS.test(key)) return [];
  const readers = items.flatMap((item) => medallionHolder(item, 'read') ?? []);
  return readers.length === items.length ? readers : [];
}
