import { expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { type BulkOptions, releaseInBulk } from './bulk';

const item = (id: string) => ({
  id,
  key: { text: `${id}:lock` },
  target: 'test',
  holder: null,
  waiting: { known: true, count: 0 },
  ttlMs: 60_000,
  seen: {},
  why: null,
  although: null,
});
const OPTIONS: BulkOptions = { filter: 'lock', reason: 'killed', count: 2, dryRun: false, json: false };

/** What a run with these results prints. */
async function printed(results: readonly object[]): Promise<string> {
  const items = results.map((_, at) => item(`order-${at}`));
  const plan = { items, added: 0, more: 0, requires: { although: null }, nowMs: 0 };
  const none = { because: null, why: null };
  const lines = results.map((result, at) => ({ result: { id: `order-${at}`, ...none, ...result } }));
  const counts = { released: results.length, refused: 0, unexpected: 0, 'not-tried': 0 };
  const end = { counts, auditId: 7, tookMs: 5, atMs: 0 };
  const console = aConsole({ post: async () => plan, lines: async () => [...lines, { end }] });
  const printedLines: string[] = [];
  const out = {
    line: (text: string) => void printedLines.push(text),
    errorLine: () => {},
    ask: async () => null,
  };
  await releaseInBulk(console, { ...OPTIONS, count: results.length }, out);
  return printedLines.join('\n');
}

test('a lock that others still hold is not called free', async () => {
  const text = await printed([
    { outcome: 'released', others: 2 },
    { outcome: 'released', others: 0 },
  ]);
  expect(text).toContain('released (2 others still hold it)  order-0:lock');
  expect(text).toContain('released  order-1:lock');
  expect(text).toContain('2 released (1 of them still held by others), 0 refused');
});

test('a lock of whose hold a key is not shown is not called free', async () => {
  const text = await printed([
    { outcome: 'released', others: 0, unseen: 1 },
    { outcome: 'released', others: 0 },
  ]);
  expect(text).toContain(
    'released (the lock stays held: 1 more key of this hold, not shown to you)  order-0:lock',
  );
  expect(text).toContain('2 released (1 of them still held on keys not shown to you), 0 refused');
});

test('a lock of whose hold a key was not released is not called free', async () => {
  const text = await printed([
    { outcome: 'released', others: 0, kept: 2 },
    { outcome: 'released', others: 0, kept: 1, unseen: 1 },
    { outcome: 'released', others: 0, unclear: 1 },
  ]);
  expect(text).toContain('released (the lock stays held: 2 more keys of this hold)  order-0:lock');
  expect(text).toContain(
    'released (the lock stays held: 2 more keys of this hold, 1 of them not shown to you)  order-1:lock',
  );
  expect(text).toContain(
    'released (not known to be free: 1 more key of this hold gave no answer)  order-2:lock',
  );
  expect(text).toContain(
    '3 released (1 of them still held on keys not shown to you; 2 of them still held on keys that were not released), 0 refused',
  );
});

test.each([[undefined], ['INC-1234']])(
  'the ticket %s goes with the run, and none otherwise',
  async (ticket) => {
    const bodies: object[] = [];
    const plan = { items: [item('order-0')], added: 0, more: 0, requires: { although: null }, nowMs: 0 };
    const counts = { released: 1, refused: 0, unexpected: 0, 'not-tried': 0 };
    const console = aConsole({
      post: async () => plan,
      lines: async (_: string, body: object) => {
        bodies.push(body);
        return [{ end: { counts, auditId: 7, tookMs: 5, atMs: 0 } }];
      },
    });
    const out = { line: () => {}, errorLine: () => {}, ask: async () => null };
    await releaseInBulk(console, { ...OPTIONS, count: 1, ...(ticket && { ticket }) }, out);
    expect(bodies).toMatchObject([{ reason: 'killed', ...(ticket && { ticket }) }]);
    expect('ticket' in (bodies[0] ?? {})).toBe(ticket !== undefined);
  },
);

test('where nobody else has any of them, no others are named', async () => {
  const text = await printed([
    { outcome: 'released', others: 0 },
    { outcome: 'released', others: null },
  ]);
  expect(text).not.toContain('others');
});
