import type { Expected } from './expected';
import { expect } from './fixture';
import type { Moment } from './truth';

/** The moment that is told lies within what its actor knows of it, and the error. */
export function expectMoment(
  reportedMs: number | null,
  { earliestMs, latestMs }: Moment,
  errorMs: number,
  what: string,
) {
  expect(reportedMs, `${what} is known`).not.toBeNull();
  expect(reportedMs, `${what}: not before ${earliestMs} - ${errorMs}`).toBeGreaterThanOrEqual(
    earliestMs - errorMs,
  );
  expect(reportedMs, `${what}: not after ${latestMs} + ${errorMs}`).toBeLessThanOrEqual(latestMs + errorMs);
}

export function expectNear(told: number | null, { value, error }: Expected, what: string): void {
  expect(told, `${what} is known`).not.toBeNull();
  // In whole thousandths: how numbers are kept is not what is compared.
  const off = Math.round(Math.abs((told ?? 0) - value) * 1_000) / 1_000;
  expect(off, `${what}: ${told}, really ${value} ± ${error}`).toBeLessThanOrEqual(error);
}

export function expectBetween(
  count: number | null,
  { least, most }: { least: number; most: number },
  what: string,
): void {
  expect(count, `${what}: at least`).toBeGreaterThanOrEqual(least);
  expect(count, `${what}: at most`).toBeLessThanOrEqual(most);
}
