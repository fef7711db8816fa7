import { expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { listRequests } from './requests';

test('an empty list speaks only of what its reader may see', async () => {
  const console = aConsole({ get: async () => ({ requests: [], nowMs: 0 }) });
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  await listRequests(console, { json: false }, out);
  expect(lines).toEqual(['No act that you may see waits for a second person, or did in the last day.']);
});
