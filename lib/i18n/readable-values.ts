import type { Formatter } from './format';

const DURATION = /^ms$|Ms$/;
const PERIODS: ReadonlySet<string> = new Set([
  ...['periodMs', 'beatMs'],
  ...['offMs', 'errorMs', 'apartMs', 'byMs', 'p99Ms', 'windowMs'],
]);

type Values = Record<string, string | number>;

/**
 * Values that the server sends beside a code, as a text can use them: periods are fixed spans, `ms` and other names ending
 * in `Ms` running durations, names ending in `Share` shares of 1, counts keep their number for the plural and get `n` for the screen.
 */
export function readableValues(
  values: Values,
  format: Formatter,
  duration: (ms: number) => string = format.duration,
): Values {
  const shown: Values = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' && name.endsWith('Bytes')) shown[name] = format.bytes(value);
    else if (typeof value === 'number' && name.endsWith('Seconds'))
      shown[name] = format.count(Math.round(value));
    else if (typeof value === 'number' && name.endsWith('Share')) shown[name] = format.share(value);
    else if (typeof value !== 'number' || !DURATION.test(name)) shown[name] = value;
    else shown[name] = PERIODS.has(name) ? format.span(value) : duration(value);
  }
  if (typeof values.count === 'number') shown.n = format.count(values.count);
  if (typeof values.times === 'number' && values.times >= 10) shown.times = Math.round(values.times);
  return shown;
}
