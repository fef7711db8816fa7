import { expect, it } from 'vitest';
import { shortened } from './shortened';

it('a long key loses its middle, never its ends, and never half a character', () => {
  expect(shortened('payout:batch:eu-central:2026-10-14:x', 12)).toBe('payout…-14:x');
  expect(shortened('😀😀😀😀', 3)).toBe('😀…😀');
  expect(shortened('short', 12)).toBe('short');
});
