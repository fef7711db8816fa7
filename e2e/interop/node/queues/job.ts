/** The one job of every queue of a test. */
export const JOB = 'invoice';
/** Why a run of the job ends: its attempts are not over, so another may run it. */
export const ONCE_MORE = new Error('once more');
/** A worker that is to try once needs this long to have looked. */
const LOOK_MS = 1_000;

/** A run of the job that has begun, and does not end by itself. */
export type Work<Job> = { job: Job; token: string };

/** What a worker runs, and when it began: `begun` gives null when `waitMs` (null = no limit) was not enough. */
export function workOf<Job>() {
  let begin: (work: Work<Job>) => void;
  const first = new Promise<Work<Job>>((resolve) => {
    begin = resolve;
  });
  return {
    process: (job: Job, token: string) => new Promise<never>(() => begin({ job, token })),
    async begun(waitMs: number | null): Promise<Work<Job> | null> {
      if (waitMs === null) return first;
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, Math.max(waitMs, LOOK_MS), null);
      });
      const work = await Promise.race([first, over]);
      clearTimeout(timer);
      return work;
    },
  };
}
