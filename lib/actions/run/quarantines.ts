import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Locks in quarantine through this console, and the time at which each is released. */
export type Quarantines = {
  /** Calls `release`, which must not reject, in `afterMs`. */
  begin(afterMs: number, release: () => Promise<void>): void;
  /** Resolves when all that have begun are released. */
  idle(): Promise<void>;
  /** Releases no more: the TTL of each ends it. */
  close(): void;
};

export function createQuarantines(): Quarantines {
  const closing = new AbortController();
  const { signal } = closing;
  setMaxListeners(0, signal); // one each
  const underWay = new Set<Promise<void>>();

  return {
    begin(afterMs, release) {
      const ended = pause(afterMs, undefined, { signal })
        .then(release, () => {}) // closed: its TTL ends it
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    },
    async idle() {
      await Promise.all(underWay);
    },
    close: () => closing.abort(),
  };
}
