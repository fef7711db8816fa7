import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import {
  batchOf,
  lockInfo,
  lockOf,
  noCounts,
  HISTORY_START_MS as T,
} from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { expectedFigures, storedFigures } from '../../../e2e/support/history-recount';
import type { HistoryBatch, RollupWrite, SubjectRef } from '../database/batch';
import { openArchive } from './open-archive';

const TARGET = 'a';

const subject: fc.Arbitrary<SubjectRef> = fc.oneof(
  fc.nat(3).map((nth): SubjectRef => ({ kind: 'lock', target: TARGET, lock: lockOf(TARGET, nth) })),
  fc
    .constantFrom('x', 'lock:*', '')
    .map((family): SubjectRef => ({ kind: 'family', target: TARGET, family })),
  fc.constant<SubjectRef>({ kind: 'target', target: TARGET }),
);

/** Within three days, so that buckets of every length are met again and new ones begun. */
const rollup: fc.Arbitrary<RollupWrite> = fc.record({
  subject,
  startMs: fc.oneof(fc.nat(40), fc.nat(25_920)).map((nth) => T + nth * 10_000),
  counts: fc.record(
    Object.fromEntries(Object.keys(noCounts).map((name) => [name, fc.nat(100_000)])) as Record<
      keyof typeof noCounts,
      fc.Arbitrary<number>
    >,
  ),
  times: fc.uniqueArray(
    fc.record({
      measure: fc.constantFrom('hold' as const, 'wait' as const, 'gap' as const),
      bucket: fc.nat(5),
      count: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 4, selector: ({ measure, bucket }) => `${measure} ${bucket}` },
  ),
});

const batches: fc.Arbitrary<HistoryBatch[]> = fc.array(
  fc
    .array(rollup, { maxLength: 30 })
    .map((rollups) => batchOf(TARGET, { locks: [0, 1, 2, 3].map((nth) => lockInfo(TARGET, nth)), rollups })),
  { minLength: 1, maxLength: 6 },
);

onEveryDatabase((place) => {
  const { opened } = closing();

  test('every tier is the sum of all that was written, whatever was written again', async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.nat(5), async (written, again) => {
        const archive = opened(openArchive({ url: await place.url() }));
        for (const [nth, batch] of written.entries()) {
          await archive.write(batch);
          if (nth === again) await archive.write(batch);
        }
        expect(await storedFigures(archive.db, TARGET)).toEqual(expectedFigures(written));
        await archive.close();
      }),
      { numRuns: 12 },
    );
  });
});
