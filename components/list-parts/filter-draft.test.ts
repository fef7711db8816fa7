import { describe, expect, it } from 'vitest';
import { chipText, draftOf, filterTextOf, isComplete, withChips } from './filter-draft';

describe('a filter in the field', () => {
  it('has its qualifiers as chips and its words to go on typing', () => {
    expect(draftOf('state:held payout ttl<5s')).toEqual({ chips: ['state:held', 'ttl<5s'], typed: 'payout' });
  });

  it('is the same filter when put together', () => {
    for (const q of ['', 'state:held ttl<5s payout', '-holder:"a b" x', 'orders:{1}']) {
      expect(filterTextOf(draftOf(q))).toBe(q);
    }
  });

  it('keeps what is not finished in the field', () => {
    expect(withChips({ chips: ['state:held'], typed: 'ttl<' })).toEqual({
      chips: ['state:held'],
      typed: 'ttl<',
    });
    expect(withChips({ chips: ['state:held'], typed: 'ttl<5s ab' })).toEqual({
      chips: ['state:held', 'ttl<5s'],
      typed: 'ab',
    });
    expect(isComplete('ttl<')).toBe(false);
    expect(isComplete('ttl<5s')).toBe(true);
  });

  it('reads a chip as name and value', () => {
    expect(chipText('state:held')).toEqual({ name: 'state', value: 'held', negated: false });
    expect(chipText('-holder:"a b"')).toEqual({ name: 'holder', value: 'a b', negated: true });
    expect(chipText('ttl<5s')).toEqual({ name: 'ttl', value: '< 5s', negated: false });
    expect(chipText('waiters>=3')).toEqual({ name: 'waiters', value: '≥ 3', negated: false });
    expect(chipText('ttl:none')).toEqual({ name: 'ttl', value: 'none', negated: false });
  });
});
