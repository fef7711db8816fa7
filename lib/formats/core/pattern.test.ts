import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, PATTERN_LIMIT, SUBJECT_LIMIT } from './pattern';

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
    ['(?<label>\\xc3.)\\xff[^a-z]', 'Ã\u00a9ÿ\u0000', { label: 'Ã\u00a9' }],
    ['(?<host>.+):(?<label>.+):(?<pid>\\d+)', 'a:b:c:7', { host: 'a:b', label: 'c', pid: '7' }],
  ])('%s is taken and matches the whole text', (source, text, groups) => {
    const found = compilePattern(source).match(text);
    if (groups === null) expect(found).toBeNull();
    else expect(found).toMatchObject(groups);
    expect(compilePattern(source).match(`${text}\u0001\u0001`)).toSatisfy(
      (found) => found === null || source.endsWith('.*'),
    );
  });

  test.each([
    ['(a{900}){900}', 'invalid repeat count'],
    ['(?:.{1,999}a){1}.{1,999}', 'could take long: it compiles to'],
    ['a{1,9}{1,9}', 'cannot use "{1,9}{1,9}": invalid nested repetition'],
    ['a{1001}', 'cannot use "{1001}": invalid repeat count'],
    ['(?=a)a', 'cannot use "(?=": invalid or unsupported Perl syntax (RE2 has no look-around'],
    ['(?<!a)b', 'cannot use "(?<!a)b": invalid named capture (RE2 has no look-around'],
    ['(a)\\1', 'cannot use "\\1": invalid escape sequence (RE2 has no look-around and no back-references)'],
    ['(?<label>a)\\k<label>', 'cannot use "\\k"'],
    ['\\pL', 'cannot use "\\p"'],
    ['(a', 'cannot use "(a": missing closing )'],
    ['a)', 'cannot use "a)": unexpected )'],
    ['', 'is empty'],
    ['[]', 'cannot use "[]": missing closing ]'],
    ['é', 'must be ASCII'],
    ['a'.repeat(PATTERN_LIMIT + 1), 'longer than'],
    ['(?<host>a)(?<host>b)', 'duplicate capture group name'],
  ])('%s is refused: %s', (source, problem) => {
    expect(() => compilePattern(source)).toThrow(problem);
  });
});

test('a text that is too long is not looked at', () => {
  const { match } = compilePattern('a*');
  expect(match('a'.repeat(SUBJECT_LIMIT))).toEqual({});
  expect(match('a'.repeat(SUBJECT_LIMIT + 1))).toBeNull();
});

test.each([
  '(a+)+b',
  '(?:a*)*b',
  '(?:a|aa)+b',
  'a*a*a*a*b',
  '.*.*.*=.*',
  '(?:a?){300}a{300}b',
  '(?:.{0,30}){0,30}',
])('an engine that backtracks would outlast this test with %s', (source) => {
  const { match } = compilePattern(source);
  for (const length of [SUBJECT_LIMIT, SUBJECT_LIMIT - 1]) expect(match('a'.repeat(length))).toBeNull();
});

test('what is accepted matches as the engine of the language does', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    ':',
    '.',
    '\\d',
    '\\w',
    '\\W',
    '\\xff',
    '[^:]',
    '[ab]',
    '[a-c\\x80-\\xff]',
    '(?:ab)',
    '(?:a|b)',
    '(?:a|ab)',
  );
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?');
  const part = fc.tuple(atom, quantifier).map(([text, times]) => text + times);
  const sequence = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
  const source = fc.oneof(
    sequence,
    fc.tuple(sequence, sequence, sequence).map(([a, b, c]) => `(?<host>${a})(?<label>:${b})?${c}`),
    fc.tuple(sequence, quantifier, sequence).map(([a, times, rest]) => `(?:${a})${times}${rest}`),
    fc.tuple(sequence, sequence).map((sides) => sides.join('|')),
  );
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', ':', '1', 'ab', '\n', '\u00a0', '\u00ff'),
    maxLength: 6,
  });
  let matched = 0;
  fc.assert(
    fc.property(source, text, (expression, subject) => {
      const expected = new RegExp(`^(?:${expression})$`, 's').exec(subject);
      matched += expected ? 1 : 0;
      expect(compilePattern(expression).match(subject)).toEqual(expected && { ...expected.groups });
    }),
    { numRuns: 2_000 },
  );
  expect(matched).toBeGreaterThan(20);
});
