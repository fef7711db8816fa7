/** Lets one in at a time, in the order in which they came. */
type InProcessMutex = { acquire(): Promise<void>; release(): void };

export function createInProcessMutex(): InProcessMutex {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    acquire() {
      if (taken) return new Promise((resolve) => waiting.push(resolve));
      taken = true;
      return Promise.resolve();
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
  };
}
