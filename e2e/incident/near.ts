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
  // In whole thousandths: how numbers are kept is not what is compared.
  const off = Math.round(Math.abs((told ?? 0) - value) * 1_000) / 1_000;
  expect(off, `${what}: ${told}, really ${value} ± ${error}`).toBeLessThanOrEqual(error);
}
