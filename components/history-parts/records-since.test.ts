import { expect, it } from 'vitest';
import { recordsSince } from './records-since';

const [MINUTE, HOUR] = [60_000, 3_600_000];

it('reaches as far back as the oldest figures, not as the bucket that they are in', () => {
  expect(recordsSince([])).toBeNull();
  expect(recordsSince([{ tierMs: HOUR, fromMs: null }])).toBeNull();
  const young = [
    { tierMs: HOUR, fromMs: 10 * HOUR },
    { tierMs: MINUTE, fromMs: 10 * HOUR + 20 * MINUTE },
  ];
  expect(recordsSince(young)).toBe(10 * HOUR + 20 * MINUTE);
  expect(recordsSince([{ tierMs: HOUR, fromMs: 2 * HOUR }, ...young.slice(1)])).toBe(2 * HOUR);
});
