import { locate } from '../../reads/find-lock';
import type { AnyRedis } from '../../redis/connection';
import type { Runtime } from '../../server/runtime/types';
import { holdWatch } from '../plan/acquisition';
import { waitersNow } from '../plan/waiters-now';
import { OUTCOMES, performOn } from './action-on-key';
import { requireConsent } from './consent';
import type { KeyAction } from './key-action';
import { runOnMasters } from './run-on-masters';

/** Everything was as it was seen, and nothing was sent. */
class Checked extends Error {}

/**
 * All that an act on one key does before it goes to Redis: what has to be said, the reading that is compared, the hold.
 * Sends nothing that changes anything, and writes no audit. Throws as the act would; a second person is not asked for.
 */
export async function checkOnKey(runtime: Runtime, request: KeyAction): Promise<void> {
  const place = locate(runtime, request.id);
  const { actions, masters, collector } = place.watched;
  const known = collector.find(place.id)?.lock ?? null;
  const waiters = await waitersNow(runtime, place, request.body.seen.formatId, known);
  requireConsent(request, place, known && { ...known, waiters }, runtime.now());
  const watch = {
    ...holdWatch(place, request.body.seen),
    ready: () => Promise.reject(new Checked()),
    onSend() {},
    token: '', // is sent nowhere
  };
  const on = async (redis: AnyRedis) => {
    try {
      await performOn(redis, runtime, request, place, known, watch);
    } catch (error) {
      if (!(error instanceof Checked)) throw error;
    }
  };
  if (masters.length === 0) return on(actions);
  await runOnMasters(masters, OUTCOMES[request.action], on);
}
