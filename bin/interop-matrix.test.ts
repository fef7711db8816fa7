import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLUMNS, type Column, type MatrixRow, type Verdict } from '../e2e/interop/libraries/columns';
import { readMatrix } from '../e2e/interop/libraries/matrix';
import { withPart } from './generated-part';
import { matrixTable } from './interop-matrix';

function row(of: Partial<MatrixRow>, verdicts: Partial<Record<Column, Verdict>> = {}): MatrixRow {
  const all = Object.fromEntries(COLUMNS.map((column) => [column, { is: 'yes' }]));
  return {
    id: 'L',
    library: 'L',
    language: 'Go',
    version: '1',
    place: 'standalone',
    verdicts: { ...all, ...verdicts } as MatrixRow['verdicts'],
    ...of,
  };
}

const bodyOf = (table: string) => table.split('\n').slice(2);

test('the page has the matrix of the last run', () => {
  const page = readFileSync(new URL('../docs/interop.md', import.meta.url), 'utf8');
  expect(withPart(page, 'interop', matrixTable(readMatrix()))).toBe(page);
});

test('versions of one library are one line, and it has no tick unless all of them have', () => {
  const failing = { holder: { is: 'no', why: 'nobody there' } } as const;
  const table = matrixTable([
    row({}),
    row({ version: '2' }, failing),
    row({ place: 'cluster' }),
    row({ library: 'M' }, { waiters: { is: 'none', why: 'it polls' } }),
  ]);
  expect(bodyOf(table)).toEqual([
    '| L | Go | 1, 2 | ✓ | ✗<sup>1</sup> | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ |',
    '| L, cluster | Go | 1 | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ |',
    '| M | Go | 1 | ✓ | ✓ | ✓ | ✓ | – | ✓ | ✓ | ✓ |',
    '',
    '<sup>1</sup> 2: nobody there',
  ]);
});

test('a reason that is the same has one number', () => {
  const failing = { holder: { is: 'no', why: 'nobody' }, since: { is: 'no', why: 'nobody' } } as const;
  expect(bodyOf(matrixTable([row({}, failing)]))[0]).toContain('✗<sup>1</sup> | ✗<sup>1</sup>');
});
