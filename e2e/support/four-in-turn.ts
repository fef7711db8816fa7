import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyLock } from '../../lib/locks/faults/kinds';
import { type Load, type LoadOptions, overlaps, startLoad } from './lock-load';

/** Four clients that take one lock in turn. `stop` closes them. */
export function startFour(open: () => AnyLock, options: Omit<LoadOptions, 'key'>): Load {
  const clients = [1, 2, 3, 4].map(() => open());
  const workers = clients.map((client) => ({ client }));
  const load = startLoad(workers, { ...options, key: randomUUID() });
  return {
    ...load,
    async stop() {
      await load.stop();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** No worker saw an error, lost its lease, or had it beside another. */
export function expectUnharmed({ failures, holds }: Load): void {
  expect(failures).toEqual([]);
  expect(holds.filter(({ lost }) => lost)).toEqual([]);
  expect(overlaps(holds)).toEqual([]);
}
