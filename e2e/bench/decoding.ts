import type { Redis } from 'ioredis';
import type { RawKey } from '../../lib/domain/keys/raw-key';
import { seeded } from '../../lib/domain/values/seeded';
import { createNameMatcher, formats, recognise } from '../../lib/formats/index';
import { type Figure, percentile } from '../support/bench-report';
import { randomKeys } from '../support/random-keys';
import { allFixtures, type WrittenKey, writtenKey } from '../support/written-keys';

const ROUNDS = 25;
const LOCKS = 20_000;

/**
 * Locks recognised and decoded a second with all formats loaded, from readings that are there already: one of each
 * format's examples in turn; and the same for keys that are no locks. Baseline: one test of each key's name by the name
 * matcher, on the same readings.
 */
export async function decodingFigures(redis: Redis): Promise<Figure[]> {
  const now = Date.now();
  const names = createNameMatcher([]);
  const written: WrittenKey[] = [];
  for (const { examples } of await allFixtures())
    for (const example of examples) written.push(await writtenKey(redis, example));
  const locks = written.filter(({ raw, companions }) => recognise(raw, { now, named: true, companions }));
  const random = randomKeys(seeded(1), now);
  const others: RawKey[] = Array.from({ length: LOCKS }, () => random.key());

  const lockAt = (i: number) => locks[i % locks.length] as WrittenKey;
  const nameOnly = perSecond(() => {
    for (let i = 0; i < LOCKS; i++) names.matches(lockAt(i).raw.key);
  });
  const decoded = perSecond(() => {
    for (let i = 0; i < LOCKS; i++) {
      const { raw, companions } = lockAt(i);
      recognise(raw, { now, named: true, companions });
    }
  });
  const passed = perSecond(() => {
    for (const raw of others) recognise(raw, { now, named: false });
  });
  const figure = (name: string, value: number): Figure => ({
    name,
    value,
    unit: '1/s',
    ratio: value / nameOnly,
  });
  return [
    figure('names matched a second', nameOnly),
    figure(`locks decoded a second, ${formats.length} formats, ${locks.length} kinds of lock`, decoded),
    figure('keys that are no locks passed over a second', passed),
  ];
}

/** Median of `ROUNDS`, after as many to warm up. */
function perSecond(work: () => void): number {
  const taken: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const startedAt = performance.now();
    work();
    if (round >= ROUNDS) taken.push(performance.now() - startedAt);
  }
  return (LOCKS / percentile(taken, 0.5)) * 1_000;
}
