import { expect, it } from 'vitest';
import { wallClockOf, wallMomentOf } from './wall-clock';

it.each([
  ['UTC', '2026-10-14T14:02', '2026-10-14T14:02:00Z'],
  ['Europe/Berlin', '2026-07-01T00:30', '2026-06-30T22:30:00Z'],
  ['Asia/Kolkata', '2026-01-01T05:30', '2026-01-01T00:00:00Z'],
  ['America/St_Johns', '2026-12-31T20:30', '2027-01-01T00:00:00Z'],
])('in %s %s is one moment, and back', (zone, text, moment) => {
  expect(wallMomentOf(text, zone)).toBe(Date.parse(moment));
  expect(wallClockOf(Date.parse(moment), zone)).toBe(text);
});

it('on both sides of a change of the clocks an hour is an hour', () => {
  const before = wallMomentOf('2026-03-29T01:30', 'Europe/Berlin') ?? 0;
  expect(new Date(before).toISOString()).toBe('2026-03-29T00:30:00.000Z');
  expect(wallMomentOf('2026-03-29T03:30', 'Europe/Berlin')).toBe(before + 3_600_000);
  expect(wallMomentOf('2026-03-29T02:30', 'Europe/Berlin'), 'a time that is left out').toBe(
    before + 3_600_000,
  );
  expect(wallMomentOf('2026-10-25T01:59', 'Europe/Berlin')).toBe(Date.parse('2026-10-24T23:59:00Z'));
  expect(wallMomentOf('2026-10-25T03:00', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T02:00:00Z'));
});

it('an empty or half-filled field is no moment', () => {
  expect(wallMomentOf('', 'UTC')).toBeNull();
  expect(wallMomentOf('2026-10-14', 'UTC')).toBeNull();
});
