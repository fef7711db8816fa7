import { defineFormat } from '../core/format';
import { HEX_32, mayBeLock } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { librariesOfSixteenBytes } from '../core/token-shapes';

const ID = 'node-redlock';
const UUID_V4 = /^.{12}4.{3}[89ab]/;

/**
 * node-redlock and its kin: 16 random bytes as hex, always with a TTL. The token alone does not tell them apart.
 * @sesamecare-oss/redlock writes to the db of its own settings, 0 unless told, whatever its connection selects.
 */
export const nodeRedlock = defineFormat({
  id: ID,
  library: 'node-redlock',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    const value = wholeValue(raw);
    if (!value || !HEX_32.test(value) || UUID_V4.test(value)) return null;
    if (raw.ttlMs === 'none' || !mayBeLock(raw, named)) return null;
    return named ? 'likely' : 'possible';
  },
  alternatives: ({ raw }) => [
    ...(/(?:^|:)lock_/.test(raw.key) ? [{ id: 'php-lock', library: 'php-lock/lock 2' }] : []),
    ...librariesOfSixteenBytes.filter(({ id }) => id !== ID),
    { id: 'random-token', library: 'hand-written SET NX PX' },
  ],
  decode: ({ raw }) => oneHolder(raw, { tokenPerHold: true }),
  healthyFloor: null,
  // `using` of version 5 renews when half a second is left, by default; `acquire` does not.
  mayRenew: { ms: 500 },
  lateUnlock: 'spares',
  ...byToken,
});
