import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const NAME = /(?<![A-Za-z])mutex:/;
const TOKEN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?:-(.+))?$/s;

/**
 * redis-semaphore's Mutex and RedlockMutex. The identifier is that of the Mutex object: whoever has it again is the same,
 * and the deadline moves every 8 s of 10 s, so the token alone is compared.
 */
export const redisSemaphoreMutex = defineFormat({
  id: 'redis-semaphore-mutex',
  library: 'redis-semaphore Mutex',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: ({ raw }) =>
    raw.length >= 36 && raw.ttlMs !== 'none' && TOKEN.test(wholeValue(raw) ?? '') && NAME.test(raw.key)
      ? 'likely'
      : null,
  alternatives: () => [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  // What the application put behind the identifier: its own name, usually.
  decode: ({ raw }) => oneHolder(raw, { label: TOKEN.exec(raw.value ?? '')?.[1] ?? null }),
  healthyFloor: { share: 0.2 },
  lateUnlock: 'spares',
  hazards: ['process-may-crash'],
  ...byToken,
});
