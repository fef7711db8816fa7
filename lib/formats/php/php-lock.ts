import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';

const tokenIn = nameAndValue([32, 64], /php-malkusch-lock:/, /^[0-9a-f]{32}(?:[0-9a-f]{32})?$/);

/** php-lock/lock: unless told otherwise its TTL is a thousand years, which is never. */
export const phpLock = defineFormat({
  id: 'php-lock',
  library: 'php-lock/lock',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [/php-malkusch-lock:/],
  recognise: (sight) => (tokenIn(sight) ? 'likely' : null),
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});
