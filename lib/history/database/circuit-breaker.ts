/** Opens a place once for all who need it, and again after it was lost, but not more often than makes sense. */
export type CircuitBreaker = {
  /** Resolves when it is open. While it was tried a moment ago, rejects with what went wrong then. */
  opened(): Promise<void>;
  /** It is open no more. */
  lost(): void;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export function createCircuitBreaker(
  open: () => Promise<void>,
  clock: () => number = () => performance.now(),
): CircuitBreaker {
  let opening: Promise<void> | null = null;
  let failed: { error: unknown; untilMs: number } | null = null;
  let failures = 0;
  return {
    opened() {
      if (opening) return opening;
      if (failed && clock() < failed.untilMs) return Promise.reject(failed.error);
      const attempt = open().then(
        () => {
          failures = 0;
          failed = null;
        },
        (error: unknown) => {
          const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++);
          failed = { error, untilMs: clock() + pauseMs };
          if (opening === attempt) opening = null;
          throw error;
        },
      );
      opening = attempt;
      return attempt;
    },
    lost() {
      opening = null;
    },
  };
}
