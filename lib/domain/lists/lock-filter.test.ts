import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aHolder, aLock, aProcess } from '../../../e2e/support/a-lock';
import type { Lock } from '../../contract/lock';
import { displayOf } from '../keys/bytes';
import { counted } from '../values/counted';
import { matches, parseFilter } from './lock-filter';

const NOW = 1_000_000;

function fits(lock: Lock, text: string): boolean {
  const { terms, problem } = parseFilter(text);
  expect(problem).toBeNull();
  return matches(lock, terms, NOW);
}

describe('a word', () => {
  test('is looked for in key, holder and token, whatever its case', () => {
    const lock = aLock({
      name: 'Order:7',
      holders: [aHolder({ label: 'payouts-x2', token: displayOf('abc') })],
    });
    for (const word of ['order', 'ER:7', 'PAYOUTS', 'bc']) expect(fits(lock, word)).toBe(true);
    expect(fits(lock, 'redisson')).toBe(false);
  });

  test('may hold colons: only the known names are qualifiers', () => {
    expect(fits(aLock({ name: 'invoice:42' }), 'invoice:42')).toBe(true);
    expect(fits(aLock({ name: 'a<b' }), 'a<b')).toBe(true);
    expect(fits(aLock({ name: '<script>' }), '<script>')).toBe(true);
  });

  test('means exactly itself when it is quoted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (word) => {
        const { terms, problem } = parseFilter(`"${word.replace(/["\\]/g, '\\$&')}"`);
        expect(problem).toBeNull();
        expect(terms).toMatchObject([{ type: 'word', value: word, negated: false }]);
      }),
    );
  });
});

describe('terms', () => {
  const lock = aLock({ name: 'stock:{wh-07}:pick', waiters: { count: counted(4), known: null } });

  test('must all hold', () => {
    expect(fits(lock, 'stock waiters>3 kind:reentrant state:held target:test')).toBe(true);
    expect(fits(lock, 'stock waiters>4')).toBe(false);
  });

  test('and their negation split the locks in two, known figures or not', () => {
    const locks = [lock, aLock({ expiresAtMs: null, holders: [] }), aLock({ expiresAtMs: 'none' })];
    const texts = ['ttl<5s', 'age>1s', 'holder:8d3c', 'verdict:unknown', 'key:*pick', 'pick', 'ttl:none'];
    fc.assert(
      fc.property(fc.constantFrom(...locks), fc.constantFrom(...texts), (one, text) => {
        expect(fits(one, `-${text}`)).toBe(!fits(one, text));
      }),
    );
  });

  test('compare times in the unit given', () => {
    for (const text of ['ttl<21s', 'ttl>=20s', 'ttl<=20000ms', 'ttl>0.3m', 'age=10s', 'age<1h', 'ttl<1d']) {
      expect(fits(lock, text), text).toBe(true);
    }
    expect(fits(lock, 'ttl<20s')).toBe(false);
  });

  test('take a lock that never expires for longer than any time, and an unknown figure for none', () => {
    const never = aLock({ expiresAtMs: 'none', ttlMs: 'none' });
    expect(fits(never, 'ttl>1d')).toBe(true);
    expect(fits(never, 'ttl:none')).toBe(true);
    expect(fits(lock, 'ttl:none')).toBe(false);
    const unread = aLock({ expiresAtMs: null, waiters: { count: counted(null), known: null }, holders: [] });
    for (const text of ['ttl<1d', 'ttl>0s', 'waiters:0', 'waiters>=0', 'age>0s']) {
      expect(fits(unread, text), text).toBe(false);
    }
  });

  test('know globs in names', () => {
    for (const text of ['key:stock:*', 'key:*:pick', 'key:*wh*', 'key:"stock:*:pick"', 'node:127.*']) {
      expect(fits(lock, text), text).toBe(true);
    }
    for (const text of ['key:*:stock', 'key:stoc*x', 'key:stock:{wh-07}:pick*pick'])
      expect(fits(lock, text)).toBe(false);
  });

  test('find holders by host, process and instance', () => {
    const process = aProcess({ host: 'ledger-5c7d', pid: 4711 });
    const ours = aLock({ holders: [aHolder({ process })] });
    for (const text of ['holder:ledger', 'holder:4711']) expect(fits(ours, text)).toBe(true);
  });

  test('take a glob full of stars in time', () => {
    const long = aLock({ name: 'a'.repeat(512) });
    expect(fits(long, `key:${'*a'.repeat(250)}*b`)).toBe(false);
  });
});

describe('a filter that is wrong', () => {
  test.each([
    ['ttl<5', 'ttl<5', 0, 'not-a-duration'],
    ['order ttl<soon', 'ttl<soon', 6, 'not-a-duration'],
    ['-waiters>x', '-waiters>x', 0, 'not-a-count'],
    ['state:dead', 'state:dead', 0, 'unknown-value'],
    ['a holder:', 'holder:', 2, 'no-value'],
    ['key:"a b', 'key:"a b', 0, 'unclosed-quote'],
    ['ttl>none', 'ttl>none', 0, 'not-a-duration'],
  ])('%s names the term, its place and what is wrong', (text, term, position, code) => {
    expect(parseFilter(text).problem).toMatchObject({ term, position, code });
  });

  test('keeps the terms that can be understood', () => {
    expect(parseFilter('order ttl<soon kind:plain').terms).toHaveLength(2);
  });

  test('never makes the parser throw or lose its place', () => {
    const part = fc.constantFrom('ttl<', '"', '\\', '-', ' ', 'key:', '5s', 'é', '\n', 'waiters>', 'a', '*');
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          let last = 0;
          for (const { start, end } of parseFilter(text).terms) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});

test('a lock in quarantine is not one of a holder of whom nothing is known', () => {
  const lock = aLock({ holders: [aHolder({ verdict: 'unknown', quarantine: { by: 'mk' } })] });
  expect(fits(lock, 'verdict:quarantined')).toBe(true);
  expect(fits(lock, 'verdict:unknown')).toBe(false);
  expect(fits(aLock({ holders: [aHolder({ verdict: 'unknown' })] }), 'verdict:unknown')).toBe(true);
});
