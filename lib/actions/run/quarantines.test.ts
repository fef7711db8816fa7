import { expect, test } from 'vitest';
import { createQuarantines } from './quarantines';

test('each is released in its time, and those that have not begun to be when it closes are not', async () => {
  const quarantines = createQuarantines();
  const released: string[] = [];
  const release = (name: string) => async () => void released.push(name);
  quarantines.begin(20, release('second'));
  quarantines.begin(1, release('first'));
  await quarantines.idle();
  expect(released).toEqual(['first', 'second']);
  quarantines.begin(1, release('third'));
  quarantines.close();
  quarantines.begin(1, release('fourth'));
  await quarantines.idle();
  expect(released).toEqual(['first', 'second']);
});
