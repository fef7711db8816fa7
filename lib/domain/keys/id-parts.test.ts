import { expect, test } from 'vitest';
import { splitBelow } from './id-parts';

test.each([
  ['stock:7', '7', 'stock:7:<n>'],
  ['order:{123}:lock', '123', 'order:{123:<n>}:lock'],
  ['tenant:42:job:9:lock', '9', 'tenant:42:job:9:<n>:lock'],
  ['report:2026-03-01', '2026-03-01', 'report:2026-03-01:<n>'],
  [
    'user:3f2504e0-4f89-11d3-9a0c-0305e82c3301:cart',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'user:3f2504e0-4f89-11d3-9a0c-0305e82c3301:<n>:cart',
  ],
])('%s is split below %s', (key, part, name) => {
  expect(splitBelow(key, ':<n>')).toEqual({ part, name });
});

test('a name without an id has nothing to split below', () => {
  expect(splitBelow('nightly:report', ':<n>')).toBeNull();
});
