import type { Collector } from '../../collector/types';
import { createLiveBus, type LiveBus, type LiveBusOptions } from '../runtime/live-bus';

type Options = Pick<LiveBusOptions, 'status'> & {
  startedAtMs: number;
  now: () => number;
  collectors(): readonly Pick<Collector, 'onPatch'>[];
};

/** Without a client for so long it follows nothing: whoever comes back then fetches anew. */
const IDLE_MS = 30_000;

/**
 * A live stream of some of what is watched. Its versions are its own, so that they do not tell how much happens elsewhere;
 * they begin at the moment when it begins to follow, so that an id of an earlier stream is never taken for one of it.
 */
export function createScopedLive({ startedAtMs, now, status, collectors }: Options): LiveBus {
  let following: { bus: LiveBus; stop(): void } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let closed = false;

  function follow(): LiveBus {
    if (timer) clearTimeout(timer);
    timer = setTimeout(leave, IDLE_MS).unref();
    if (following) return following.bus;
    // One a millisecond at most: a stream that begins later begins above this one.
    const bus = createLiveBus({ startedAtMs, firstVersion: now(), now, status });
    const stops = collectors().map((collector) => collector.onPatch((patch) => bus.publishPatch(patch)));
    const stop = () => {
      for (const each of stops) each();
    };
    following = { bus, stop };
    if (closed) leave();
    return bus;
  }

  function leave(): void {
    if (!closed && following && following.bus.clients() > 0) {
      timer = setTimeout(leave, IDLE_MS).unref();
      return;
    }
    if (timer) clearTimeout(timer);
    timer = null;
    following?.stop();
    following?.bus.close();
    following = null;
  }

  return {
    version: () => follow().version(),
    publishPatch: (body) => follow().publishPatch(body),
    subscribe: (sink, lastEventId) => follow().subscribe(sink, lastEventId),
    clients: () => following?.bus.clients() ?? 0,
    slowResync: () => follow().slowResync(),
    close() {
      closed = true;
      leave();
    },
  };
}
