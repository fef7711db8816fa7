import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat, type Observation } from '../core/format';
import { tokenUnderName } from '../core/shapes';
import { oneHolder, wholeValue } from '../core/string-lock';

const FIRST = /^(.*?):0:(.+)$/s;
/** With a majority of two, the default, three keys; with three, five. */
const MEMBERS = [1, 2, 3, 4];

/**
 * rueidislock: one lock in three keys, which all hold 24 random bytes; two of them are enough. The first stands for the
 * lock. A release deletes all: the holder hears of it at once, through client-side caching, and so do the waiters.
 */
export const rueidislock = defineFormat({
  id: 'rueidislock',
  library: 'rueidislock',
  language: 'Go',
  kind: 'mutex',
  redisType: 'string',
  names: [/rueidislock:0:/],
  companions: {
    of: (raw) => (tokenOf(raw) ? membersOf(raw.key) : []),
    always: true,
    names: {
      shape: /rueidislock:[1-4]:/,
      ownersOf(key) {
        const [, prefix, name] = /^(.*?rueidislock):[1-4]:(.+)$/s.exec(key) ?? [];
        return prefix === undefined ? [] : [`${prefix}:0:${name}`];
      },
    },
  },
  recognise(sight) {
    const token = tokenOf(sight.raw);
    if (!token) return null;
    if (heldCompanions(sight, token) > 0) return 'certain';
    if (sight.raw.key.includes('rueidislock:0:')) return 'likely';
    return sight.named ? tokenUnderName(sight) : null;
  },
  alternatives: (sight) =>
    heldCompanions(sight, tokenOf(sight.raw) ?? '') > 0
      ? []
      : [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 1 / 2, always: true },
  lateUnlock: 'spares',
  release: ({ key, token }) => ({
    script: scripts.releaseStringBeside,
    keys: [key, ...membersOf(key)],
    args: [token, '', ...MEMBERS.map(() => 'same')],
  }),
  extend: ({ key, token }, leaseMs) => ({
    script: scripts.extendStringBeside,
    keys: [key, ...membersOf(key)],
    args: [token, leaseMs, ...MEMBERS.map(() => 'same')],
  }),
});

function tokenOf(raw: RawKey): ByteString | null {
  if (raw.length !== 24 || raw.ttlMs === 'none') return null;
  const value = wholeValue(raw);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what raw bytes are told by
  return value && /[\x00-\x08\x0e-\x1f\x80-\xff]/.test(value) && FIRST.test(raw.key) ? value : null;
}

function membersOf(key: ByteString): ByteString[] {
  const [, prefix = '', name = ''] = FIRST.exec(key) ?? [];
  return MEMBERS.map((i) => `${prefix}:${i}:${name}`);
}

/** How many keys beside it hold the same bytes. */
function heldCompanions({ raw, companions }: Observation, token: ByteString): number {
  return membersOf(raw.key).filter((name) => companions.get(name)?.value === token).length;
}
