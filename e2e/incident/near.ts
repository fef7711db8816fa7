import type { Expected } from './expected';
import { expect } from './fixture';
import type { Moment } from './truth';

/** The moment that is told lies within what its actor knows of it, and the error. */
export function expectMoment(
  toldMs: number | null,
  { earliestMs, latestMs }: Moment,
  errorMs: number,
  what: string,
) {
  expect(toldMs, `${what} is known`).not.toBeNull();
  expect(toldMs, `${what}: not before ${earliestMs} - ${errorMs}`).toBeGreaterThanOrEqual(
    earliestMs - errorMs,
  );
  expect(toldMs, `${what}: not after ${latestMs} + ${errorMs}`).toBeLessThanOrEqual(latestMs + errorMs);
}

export function expectNear(told: number | null, { value, error }: Expected, what: string): void {
  expect(told, `${what} is known`).not.toBeNull();
  const off = Math.abs((told ?? 0) - value);
  expect(off, `${what}: ${told}, really ${value} ± ${error}`).toBeLessThanOrEqual(error);
}
