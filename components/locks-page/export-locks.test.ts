import { describe, expect, it } from 'vitest';
import { aHolder, buildTestLock } from '@/e2e/support/a-lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { counted } from '@/lib/domain/values/counted';
import { toCsv, toJson } from './export-locks';

describe('the export', () => {
  it('quotes what CSV needs quoted', () => {
    const [, line] = toCsv([buildTestLock('a,"b"')]).split('\r\n');
    expect(line).toMatch(/^test,0,"a,""b""",held,Redisson RLock,,8d3c3d43/);
  });

  it('leaves empty what cannot be known, and never writes 0 for it', () => {
    const lock = buildTestLock('a', { waiters: { count: counted(null), known: null }, holders: [] });
    expect(toCsv([lock]).split('\r\n')[1]).toBe(
      'test,0,a,held,Redisson RLock,,,,,,20000,event,1970-01-01T00:01:39.000Z',
    );
  });

  it('names all of several holders, and counts their holds together', () => {
    const holders = ['a:1', 'b:2'].map((text) =>
      aHolder({ token: displayOf(text), label: text, holdCount: 2 }),
    );
    expect(toCsv([buildTestLock('a', { holders })])).toContain(',a:1; b:2,a:1; b:2,4,');
  });

  it('gives a spreadsheet no formula to run', () => {
    expect(toCsv([buildTestLock('=HYPERLINK("x")')])).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('is the locks themselves as JSON', () => {
    const lock = buildTestLock('a');
    expect(JSON.parse(toJson([lock]))).toEqual([lock]);
  });
});
