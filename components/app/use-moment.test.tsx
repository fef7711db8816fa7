import { cleanup, render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, it } from 'vitest';
import { useMoment } from './use-moment';

function Shown() {
  const { atMs, unreadable } = useMoment();
  return <p>{JSON.stringify({ atMs, unreadable })}</p>;
}

function read(search: string): unknown {
  cleanup();
  render(
    <NuqsTestingAdapter searchParams={search}>
      <Shown />
    </NuqsTestingAdapter>,
  );
  return JSON.parse(screen.getByText(/atMs/).textContent ?? '');
}

it.each([
  ['?at=2026-11-22T21:31:09Z', Date.UTC(2026, 10, 22, 21, 31, 9), null],
  ['?at=2026-11-22T22:31:09%2B01:00', Date.UTC(2026, 10, 22, 21, 31, 9), null],
  ['?at=1795383069000', 1_795_383_069_000, null],
  ['', null, null],
  ['?at=2026', null, '2026'],
  ['?at=yesterday', null, 'yesterday'],
  ['?at=2026-13-01T00:00:00Z', null, '2026-13-01T00:00:00Z'],
])('%s is a moment, or is said to be none', (search, atMs, unreadable) => {
  expect(read(search)).toEqual({ atMs, unreadable });
});
