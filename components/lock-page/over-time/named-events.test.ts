import { expect, it } from 'vitest';
import { aHolder } from '@/e2e/support/a-lock';
import type { LockEvent } from '@/lib/contract/lock';
import { namedEvents } from './named-events';

it('an event that knows its holder by the token alone gets the name, others stay as they are', () => {
  const holder = aHolder({ label: 'checkout · worker-7:4711' });
  const events = [holder.token.text, 'somebody:1', null].map((of, seq) => ({ seq, holder: of }) as LockEvent);
  const named = namedEvents(events, [holder]);
  expect(named.map((event) => event.holder)).toEqual(['checkout · worker-7:4711', 'somebody:1', null]);
  expect(named[1]).toBe(events[1]);
  expect(namedEvents(events, [aHolder()])).toEqual(events);
});
