import { expect, test } from 'vitest';
import { csvOf } from './csv';

test.each([
  ['=1+1', "'=1+1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['order:=1', 'order:=1'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['', ''],
])('a text %j is written as %j', (text, field) => {
  expect(csvOf([[text, 1]])).toBe(`${field},1\r\n`);
});

test('figures are figures, and what is unknown is empty', () => {
  expect(
    csvOf([
      [null, -5, true],
      [0, '0', null],
    ]),
  ).toBe(',-5,true\r\n0,0,\r\n');
});
