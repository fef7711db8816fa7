import type { Subscription } from './release-channels';

/** Several subscriptions as one: live when all are, and awake when one is. */
export function bothOf(subscriptions: readonly Subscription[]): Subscription {
  return {
    live: () => subscriptions.every((each) => each.live()),
    version: () => subscriptions.reduce((sum, each) => sum + each.version(), 0),
    listen(wake) {
      const stops = subscriptions.map((each) => each.listen(wake));
      return () => {
        for (const stop of stops) stop();
      };
    },
    retry() {
      for (const each of subscriptions) each.retry();
    },
    close() {
      for (const each of subscriptions) each.close();
    },
  };
}
