import { defineFormat } from '../core/format';
import { HEX_32 } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const NAME = /(?:^|:)lock4j:/;
const UUID_V4 = /^.{12}4.{3}[89ab]/;

/** lock4j on a RedisTemplate: a random UUID without dashes. It renews at a third where expire is -1. */
export const lock4j = defineFormat({
  id: 'lock4j',
  library: 'lock4j',
  language: 'Java',
  kind: 'mutex',
  redisType: 'string',
  names: [/lock4j:/],
  recognise({ raw }) {
    const value = wholeValue(raw);
    if (value?.length !== 32 || raw.ttlMs === 'none' || !NAME.test(raw.key)) return null;
    return HEX_32.test(value) && UUID_V4.test(value) ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 2 / 3 },
  lateUnlock: 'spares',
  ...byToken,
});
