import { expect, test } from 'vitest';
import { createPageSize, LARGEST_PAGE, SMALLEST_PAGE } from './page-size';

test('pages that come late get smaller, down to an end, and larger again once they come in time', () => {
  const pages = createPageSize();
  expect(pages.count()).toBe(LARGEST_PAGE);
  pages.took(30);
  expect(pages.count()).toBe(LARGEST_PAGE / 2);
  for (let i = 0; i < 20; i++) pages.took(30);
  expect(pages.count()).toBe(SMALLEST_PAGE);
  for (let i = 0; i < 10; i++) pages.took(1);
  expect(pages.count()).toBeGreaterThan(SMALLEST_PAGE);
  for (let i = 0; i < 100; i++) pages.took(1);
  expect(pages.count()).toBe(LARGEST_PAGE);
});
