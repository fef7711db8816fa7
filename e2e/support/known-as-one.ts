import { isOfHold } from '../../lib/domain/actions/hold-choice';
import { sameHold } from '../../lib/domain/actions/same-hold';
import { parseLockId } from '../../lib/domain/keys/lock-id';
import type { Runtime } from '../../lib/server/runtime/types';
import { until } from './redis-server';

/**
 * What `take` takes, two locks with one token, as often as they are not known to be of one hold: a busy machine reads them too
 * far apart for that, and a drawn token may look like that of a library which keeps its own.
 */
export async function knownAsOne<Taken extends { ids: readonly [string, string] }>(
  runtime: Runtime,
  take: () => Promise<Taken>,
): Promise<Taken> {
  for (;;) {
    const taken = await take();
    const lockOf = (id: string) => runtime.watched(parseLockId(id)?.target ?? '').collector.find(id)?.lock;
    await until('both are known', () => taken.ids.every(lockOf));
    const [one, two] = taken.ids.map(lockOf);
    const holder = one?.holders[0];
    if (one && two && holder && sameHold(one, holder, [two]).some(isOfHold)) return taken;
  }
}
