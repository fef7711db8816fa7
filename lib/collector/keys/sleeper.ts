/** Pauses that all end when their owner stops. */
type Sleeper = { pause(ms: number): Promise<void>; close(): void };

export function createSleeper(): Sleeper {
  const pauses = new Map<ReturnType<typeof setTimeout>, () => void>();
  let closed = false;
  return {
    pause(ms) {
      if (closed) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          pauses.delete(timer);
          resolve();
        }, ms);
        pauses.set(timer, resolve);
      });
    },
    close() {
      closed = true;
      for (const [timer, resolve] of pauses) {
        clearTimeout(timer);
        resolve();
      }
      pauses.clear();
    },
  };
}
