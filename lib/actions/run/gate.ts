import { isConsoleError } from '../../domain/values/errors';

/** Another key of the same hold could not be released, so that this one was not tried. */
export class HeldBack extends Error {
  /** Why the other one could not. */
  readonly code: string;

  constructor(cause: unknown) {
    super('Another key of the hold could not be released; this one was left alone.', { cause });
    this.name = 'HeldBack';
    this.code = isConsoleError(cause) ? cause.code : 'internal';
  }
}

type Gate = {
  /**
   * Runs one of the works. What it calls `ready` waits until all of them did; when one fails before, the others' `ready`
   * rejects with `HeldBack`, so that none of them goes on alone.
   */
  pass<T>(work: (ready: () => Promise<void>) => Promise<T>): Promise<T>;
};

/** A gate that opens once this many works are ready. */
export function createGate(count: number): Gate {
  let missing = count;
  let open = () => {};
  let close = (_error: HeldBack) => {};
  const opened = new Promise<void>((resolve, reject) => {
    [open, close] = [resolve, reject];
  });
  opened.catch(() => {}); // nobody may be waiting when it closes

  return {
    async pass(work) {
      let isReady = false;
      const ready = () => {
        if (!isReady) missing -= 1;
        isReady = true;
        if (missing === 0) open();
        return opened;
      };
      try {
        return await work(ready);
      } catch (error) {
        if (!isReady) close(new HeldBack(error));
        throw error;
      }
    },
  };
}
