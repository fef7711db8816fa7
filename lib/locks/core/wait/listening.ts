import { startTimer } from '../timers';
import type { Subscription } from './release-channels';

/** A subscription that receives nothing. */
export const deaf: Subscription = {
  live: () => false,
  version: () => 0,
  heard: () => 0,
  listen: () => () => {},
  retry() {},
  close() {},
};

/** Combines subscriptions: live when all are live, and wakes when one wakes. */
export function anyOf(subscriptions: readonly Subscription[]): Subscription {
  return {
    live: () => subscriptions.every((each) => each.live()),
    version: () => subscriptions.reduce((sum, each) => sum + each.version(), 0),
    heard: () => subscriptions.reduce((sum, each) => sum + each.heard(), 0),
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

/** `main`, woken by messages of `hint` too; it does not matter whether `hint` is live. */
export function withHint(main: Subscription, hint: Subscription): Subscription {
  return {
    ...anyOf([main, hint]),
    live: main.live,
    version: () => main.version() + hint.heard(),
    listen(wake) {
      const heard = hint.heard();
      const stops = [main.listen(wake), hint.listen(() => hint.heard() > heard && wake())];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** How long the first message waits for those of other nodes, ms: nodes release within moments of each other. */
const GATHER_MS = 5;

/** As `anyOf`, but live when a quorum is live, and wakes when a quorum has received a message, or soon after the first. */
export function majorityOf(subscriptions: readonly Subscription[], quorum: number): Subscription {
  const any = anyOf(subscriptions);
  return {
    ...any,
    live: () => subscriptions.filter((each) => each.live()).length >= quorum,
    listen(wake) {
      const spoken = new Set<Subscription>();
      let stopTimer = () => {};
      const stops = subscriptions.map((each) =>
        each.listen(() => {
          if (spoken.size === 0) stopTimer = startTimer(GATHER_MS, wake);
          spoken.add(each);
          if (spoken.size >= quorum) wake();
        }),
      );
      return () => {
        stopTimer();
        for (const stop of stops) stop();
      };
    },
  };
}
