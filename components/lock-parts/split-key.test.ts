import { describe, expect, it } from 'vitest';
import { splitKey } from './split-key';

describe('a key cut in the middle', () => {
  it('is whole again when put together', () => {
    for (const key of [
      '',
      'a',
      'payout:batch:eu-central:2026-10-14',
      'lock:🔒:{👩‍💻}',
      'lock: with  spaces ',
    ]) {
      expect(splitKey(key).join('')).toBe(key);
    }
  });

  it('keeps the end, where dates and numbers stand', () => {
    expect(splitKey('payout:batch:eu-central:2026-10-14')[1]).toBe('ral:2026-10-14');
  });

  it('keeps less of the end where there is less room', () => {
    expect(splitKey('payout:batch:eu-central:2026-10-14', 5)).toEqual([
      'payout:batch:eu-central:2026-',
      '10-14',
    ]);
    expect(splitKey('🔒🔒🔒🔒', 1)).toEqual(['🔒🔒🔒', '🔒']);
  });

  it('never splits an emoji of several code points', () => {
    const [head, tail] = splitKey(`${'👩‍💻'.repeat(8)}x`);
    expect(head).toBe('👩‍💻'.repeat(5));
    expect(tail).toBe(`${'👩‍💻'.repeat(3)}x`);
  });
});
