import { afterEach } from 'vitest';

type Closable = { close(): unknown } | { disconnect(): unknown };

export type Closing = {
  /** What is still to be done when the test ends. */
  closers: (() => unknown)[];
  /** The same client or connection, which is closed then. */
  opened<C extends Closable>(it: C): C;
};

/** Closes after each test of a file what the test opened, in that order and one by one. */
export function closing(): Closing {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return {
    closers,
    opened(it) {
      closers.push(() => ('close' in it ? it.close() : it.disconnect()));
      return it;
    },
  };
}
