import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const TOKEN = /^[0-9a-f]{80}$/;

/** lyokato/redlock for Elixir: 40 random bytes as hex, which no sum has. */
export const elixirRedlock = defineFormat({
  id: 'elixir-redlock',
  library: 'redlock (Elixir, lyokato)',
  language: 'Elixir',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    if (raw.length !== 80 || raw.ttlMs === 'none' || !TOKEN.test(wholeValue(raw) ?? '')) return null;
    return named ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});
