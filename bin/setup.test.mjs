import { expect, test } from 'vitest';
import { nodeIsNewEnough } from './setup.mjs';

test('Node 20.19 and newer will do', () => {
  for (const version of ['20.19.0', '20.20.2', '21.0.0', '24.21.0'])
    expect(nodeIsNewEnough(version)).toBe(true);
  for (const version of ['20.18.3', '20.9.0', '18.20.8', '8.0.0'])
    expect(nodeIsNewEnough(version)).toBe(false);
});
