import { expect, test } from 'vitest';
import { withShortTokens } from './short-token';

const INSTANCE = '8743c9c0-0795-4907-87fd-6c719a6b4586';

test.each([
  [`all locks of token:${INSTANCE}:47`, [], 'all locks of token:8743…:47'],
  [`all locks of instance:${INSTANCE}`, [], 'all locks of instance:8743…4586'],
  ['all locks of token:short', [], 'all locks of token:…'],
  ['all locks of process:worker-1:4711', [], 'all locks of process:worker-1:4711'],
  [`all that match holder:${INSTANCE}`, [INSTANCE], 'all that match holder:8743…4586'],
  [`${INSTANCE}:47 and ${INSTANCE}`, [INSTANCE, `${INSTANCE}:47`], '8743…:47 and 8743…4586'],
  ['all that match 1', ['1'], 'all that match 1'],
  ['all locks of token:8743…:47', [], 'all locks of token:8743…:47'],
  ['all of token:a token with spaces', ['a token with spaces'], 'all of token:… to…aces'],
])('%s with the tokens %j is %s', (text, tokens, short) => {
  expect(withShortTokens(text, tokens)).toBe(short);
  expect(withShortTokens(short, tokens), 'once more').toBe(short);
});
