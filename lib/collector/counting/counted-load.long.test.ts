import { expect, test } from 'vitest';
import { countedLoad } from '../../../e2e/support/counted-load';

test('a thousand acquisitions a second: each is counted, for about one command a change', async () => {
  const { acquired, released, seen, commandsPerChange } = await countedLoad({
    ...{ rate: 1_000, seconds: 15, flags: 'Egx$eh' },
  });
  expect(acquired).toBeGreaterThan(5_000);
  expect(seen.figures).toMatchObject({ acquisitions: acquired, releases: released, lost: 0, lapses: 0 });
  expect(seen.coverage).toMatchObject({ changes: 1, counted: 1, countedBy: 'events' });
  // Where every change was read it was eight; how many keys last for a second depends on the machine.
  expect(commandsPerChange).toBeLessThan(1.5);
});
