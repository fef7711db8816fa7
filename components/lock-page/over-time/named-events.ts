import type { Holder } from '@/lib/contract/holder';
import type { LockEvent } from '@/lib/contract/lock';

/** Events that know a holder only by its token, with the name that it has by now. */
export function namedEvents(
  events: readonly LockEvent[],
  holders: readonly Pick<Holder, 'label' | 'token'>[],
): LockEvent[] {
  const names = new Map(holders.flatMap(({ label, token }) => (label ? [[token.text, label]] : [])));
  return events.map((event) => {
    const name = event.holder === null ? undefined : names.get(event.holder);
    return name === undefined ? event : { ...event, holder: name };
  });
}
