export type Loop = {
  /** Runs now instead of after the pause. */
  kick(): void;
  stop(): Promise<void>;
};

/**
 * Runs `work` repeatedly until stopped, `pauseMs` after the previous run ended; never two at a time. A failure goes to
 * `onError` and does not end the loop. `stop` resolves when the current run has ended.
 */
export function startLoop(
  pauseMs: number,
  work: () => Promise<void> | void,
  onError: (error: unknown) => void,
): Loop {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> = Promise.resolve();

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(go, pauseMs);
  }

  function go(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    running = run();
  }

  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    schedule();
  }

  schedule();
  return {
    kick() {
      if (timer && !stopped) go();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
