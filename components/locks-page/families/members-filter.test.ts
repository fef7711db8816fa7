import { describe, expect, it } from 'vitest';
import { aLock } from '@/e2e/support/a-lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { familyOf } from '@/lib/domain/keys/family';
import { matches, parseFilter } from '@/lib/domain/lists/lock-filter';
import { membersFilter, membersPath } from './members-filter';

describe('the filter of a family', () => {
  it.each(['order:{7}:lock', 'with space 12', 'quo"te:1', 'back\\slash:\\"9', 'byte:\xff:3', '-minus:4'])(
    'finds the members of the family of %s, and nobody else',
    (key) => {
      const own = aLock({ key: displayOf(key) });
      const { q } = membersFilter(familyOf(own.key.text), 'state:held', null);
      const { terms, problem } = parseFilter(q);
      expect(problem).toBeNull();
      expect(matches(own, terms, 0)).toBe(true);
      expect(matches(aLock({ name: 'another:7' }), terms, 0)).toBe(false);
      expect(matches({ ...own, state: 'lost' }, terms, 0)).toBe(false);
    },
  );

  it('stands in an address as it is', () => {
    const filter = membersFilter('order:{*}:lock', '', 'eu');
    const { searchParams } = new URL(membersPath(filter), 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual({ q: 'family:"order:{*}:lock"', target: 'eu' });
  });
});
