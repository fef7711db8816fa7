import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSafePattern, PATTERN_LIMIT, SUBJECT_LIMIT } from './safe-pattern';

/** Far beyond what any accepted expression needs, and far below what a bad one takes. */
const LONGEST_MS = 500;

describe('an expression', () => {
  test.each([
    ['(?<host>[^:]+):(?<pid>\\d+):(?<since>\\d+)', 'web-1:31:1700000000', { host: 'web-1', pid: '31' }],
    ['^(?<instance>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::\\d+)?$', 'nothing', null],
    ['(?<host>.+)-(?<pid>\\d+)', 'a-b-7', { host: 'a-b', pid: '7' }],
    ['(?:pre)?prod/(?<label>\\w+)', 'preprod/x', { label: 'x' }],
    ['lock\\.(?<label>[a-z]{1,8}?)\\x2f.*', 'lock.ab/rest\n', { label: 'ab' }],
    ['a|b|cd+', 'cddd', {}],
    ['[$^.]+', '$^.', {}],
    ['a\\$$', 'a$', {}],
  ])('%s is taken and matches the whole text', (source, text, groups) => {
    const found = compileSafePattern(source).match(text);
    if (groups === null) expect(found).toBeNull();
    else expect(found).toMatchObject(groups);
    expect(compileSafePattern(source).match(`${text}\u0001\u0001`)).toSatisfy(
      (found) => found === null || source.endsWith('.*'),
    );
  });

  test.each([
    ['(a+)+b', 'nested quantifiers'],
    ['(?:a*)*', 'empty'],
    ['(a|aa)+', 'alternatives inside a repetition'],
    ['(?:\\d+,?)*x', 'nested quantifiers'],
    ['.*.*=.*', 'could take very long'],
    ['.+:.+:\\d+', 'could take very long'],
    ['a*a*a*b', 'could take very long'],
    ['a?a?a?a?aaaa', 'could take very long'],
    ['(?:a|ab)(?:c|cd)(?:e|ef)(?:g|gh)', 'could take very long'],
    ['(?:x{0,500}){0,500}', 'empty'],
    ['a{1,9}{1,9}', 'nested quantifiers'],
    ['a{1001}', 'repeats more than'],
    ['(?=a)a', 'no look-around'],
    ['(?<!a)b', 'no look-around'],
    ['(a)\\1', 'no back-references'],
    ['\\bx', 'cannot use'],
    ['x$y', 'cannot use'],
    ['(a', 'does not end'],
    ['a)', 'was not opened'],
    ['', 'empty'],
    ['a||b', 'empty part'],
    ['[]', 'cannot use'],
    ['é', 'must be ASCII'],
    ['a'.repeat(PATTERN_LIMIT + 1), 'longer than'],
    ['(?<host>a)(?<host>b)', 'Duplicate'],
  ])('%s is refused: %s', (source, problem) => {
    expect(() => compileSafePattern(source)).toThrow(problem);
  });
});

test('a text that is too long is not looked at', () => {
  const { match } = compileSafePattern('a*');
  expect(match('a'.repeat(SUBJECT_LIMIT))).toEqual({});
  expect(match('a'.repeat(SUBJECT_LIMIT + 1))).toBeNull();
});

test('whatever is accepted matches in bounded time, and as the engine itself would', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    ':',
    '.',
    '\\d',
    '\\w',
    '[^:]',
    '[ab]',
    '[a-c]',
    '(?:ab)',
    '(?:a|b)',
    '(?:a|ab)',
  );
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?');
  const part = fc.tuple(atom, quantifier).map(([text, times]) => text + times);
  const sequence = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
  const source = fc.oneof(
    sequence,
    fc
      .tuple(sequence, quantifier, sequence)
      .map(([inner, times, rest]) => `(?<host>${inner})${times}${rest}`),
    fc.tuple(sequence, sequence).map((sides) => sides.join('|')),
  );
  const tail = fc.constantFrom('', '!', ':', 'b', '1');
  const subject = fc.tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', ':', '1', 'ab'), maxLength: 6 }),
    tail,
  );
  let accepted = 0;
  fc.assert(
    fc.property(source, subject, (text, [unit, end]) => {
      let pattern: ReturnType<typeof compileSafePattern>;
      try {
        pattern = compileSafePattern(text);
      } catch {
        return;
      }
      accepted += 1;
      const long =
        (unit.repeat(SUBJECT_LIMIT) || 'a'.repeat(SUBJECT_LIMIT)).slice(0, SUBJECT_LIMIT - 1) + end;
      const startedAt = performance.now();
      pattern.match(long);
      expect(performance.now() - startedAt, text).toBeLessThan(LONGEST_MS);
      const short = unit + end;
      expect(pattern.match(short) !== null).toBe(new RegExp(`^(?:${text})$`, 's').test(short));
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(2_000);
});
