import { expect, test, vi } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { ExitCode } from './exit-code';
import { approveRequest, listRequests } from './requests';
import { terminal } from './terminal';

test('an empty list speaks only of what its reader may see', async () => {
  const console = aConsole({ get: async () => ({ requests: [], nowMs: 0 }) });
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  await listRequests(console, { json: false }, out);
  expect(lines).toEqual(['No act that you may see waits for a second person, or did in the last day.']);
});

test.each([
  ['released', ExitCode.done],
  ['partly-released', ExitCode.short],
  ['partly-extended', ExitCode.short],
  ['partly-quarantined', ExitCode.short],
])('an approved act that was %s ends with %i', async (outcome, exitCode) => {
  const result = { outcome, auditId: 3, atMs: 0, why: null };
  const request = { id: 8, state: 'done', action: 'extend', key: { text: 'payout:1' }, result };
  const console = aConsole({ post: async () => ({ request, nowMs: 0 }) });
  const out = { line: () => {}, errorLine: () => {}, ask: async () => null };
  expect(await approveRequest(console, '8', { json: false }, out)).toBe(exitCode);
});

/** A reason that would draw a row of another request, over the one that it is of. */
const SPOOF = 'stuck\n9   waiting  release  orders  cart:7  ak\u001b[2A\u009b2K\u202e\u061c\r';

test('what somebody gave as a reason draws no row of its own', async () => {
  const [at, of] = [{ atMs: 0 }, { name: 'mk', via: 'password' }];
  const request = {
    ...{ id: 8, state: 'waiting', action: 'release', target: 'orders', key: { text: 'payout:1' } },
    ...{ asked: { ...of, ...at }, expiresMs: 0, reason: SPOOF, result: null },
  };
  const console = aConsole({ get: async () => ({ requests: [request], nowMs: 0 }) });
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  await listRequests(console, { json: false }, out);
  expect(lines.join('\n').split('\n')).toHaveLength(2);
});

test('nothing that is printed moves the cursor, or turns text around', async () => {
  const printed: string[] = [];
  const write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(write),
  );
  try {
    const why = { code: 'changed', message: SPOOF };
    const result = { outcome: 'refused', auditId: 3, atMs: 0, why };
    const request = { id: 8, state: 'refused', action: 'release', key: { text: 'payout:1' }, result };
    const console = aConsole({ post: async () => ({ request, nowMs: 0 }) });
    const out = terminal();
    for (const json of [false, true]) await approveRequest(console, '8', { json }, out);
    out.errorLine(SPOOF);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const text = printed.join('');
  expect(text).toContain('\\u001b[2A\\u009b2K\\u202e\\u061c\\u000d');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u061c]/);
  expect(JSON.parse(printed[1] ?? '').result.why.message).toBe(SPOOF);
});
