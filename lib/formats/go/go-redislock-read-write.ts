import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat } from '../core/format';
import { UUID } from '../core/uuid-shapes';

const TOKEN = new RegExp(`^lock_token:${UUID}$`);
const FIELD = /^(?:mode|writer|wcount|rcount|r:lock_token:.+)$/s;

/** jefferyjob/go-redislock's read-write lock: a hash of counts; who writes may read as well. All share one TTL. */
export const goRedislockReadWrite = defineFormat({
  id: 'go-redislock-read-write',
  library: 'jefferyjob/go-redislock read-write lock',
  language: 'Go',
  kind: 'read-write',
  redisType: 'hash',
  names: [],
  recognise: ({ raw }) => (holdersOf(raw) ? 'certain' : null),
  decode: ({ raw }) => ({ holders: holdersOf(raw) ?? [], ttlMs: raw.ttlMs, valueDeadlineMs: null }),
  healthyFloor: null,
  // Its auto-renewal, at a third, is optional.
  mayRenew: USUAL_FLOOR,
  lateUnlock: 'spares',
  release: ({ key, token, seen }) => ({
    script: scripts.releaseTaggedReadWrite,
    keys: [key],
    args: [token, seen.holdCount ?? 0],
  }),
  extend: ({ key, token, seen }, leaseMs) => ({
    script: scripts.extendTaggedReadWrite,
    keys: [key],
    args: [token, leaseMs, seen.holdCount ?? 0],
  }),
});

/** The writer first; null when the hash is no such lock. */
function holdersOf({ type, hash, length }: RawKey): DecodedHolder[] | null {
  if (type !== 'hash' || !hash || length < 3 || hash.length < 3) return null;
  if (!hash.every(([field]) => FIELD.test(field))) return null;
  const fields = new Map(hash);
  const mode = fields.get('mode');
  const writer = fields.get('writer');
  const readers = hash.filter(([field]) => field.startsWith('r:'));
  const reads = new Map(readers.map(([field, count]) => [field.slice(2), countOf(count)]));
  const tokens = new Set([...(mode === 'write' && writer ? [writer] : []), ...reads.keys()]);
  if ((mode !== 'read' && mode !== 'write') || tokens.size === 0) return null;
  if (![...tokens].every((token) => TOKEN.test(token))) return null;
  return [...tokens].map((token) => {
    const writes = token === writer ? countOf(fields.get('wcount')) : 0;
    return holderOf(token, writes > 0 ? 'write' : 'read', writes + (reads.get(token) ?? 0));
  });
}

function holderOf(token: ByteString, mode: DecodedHolder['mode'], holdCount: number): DecodedHolder {
  return {
    token,
    tokenUnique: true,
    tokenReused: true,
    label: null,
    mode,
    holdCount,
    since: null,
    process: null,
  };
}

function countOf(text: ByteString | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}
