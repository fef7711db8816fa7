/** Lets one in at a time, in the order in which they came. */
export type Turnstile = { enter(): Promise<void>; leave(): void };

export function createTurnstile(): Turnstile {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    enter() {
      if (taken) return new Promise((resolve) => waiting.push(resolve));
      taken = true;
      return Promise.resolve();
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
  };
}
