import Bull, { type Job } from 'bull';
import { type Adapter, type Asked, type Held, LEASE_MS } from '../adapter';
import { JOB, ONCE_MORE, type Work, workOf } from './job';

/** No renewal before the test is over. */
const NEVER_MS = 2_000_000_000;

/** As BullMQ: whose queue runs the job holds it. */
export const bull: Adapter = {
  library: 'bull',
  entry: import.meta.resolve('bull'),
  async open({ nodes }) {
    const url = nodes[0] ?? '';
    return {
      async acquire(_kind, queueName, { waitMs, leaseMs }: Asked) {
        const queue = new Bull(queueName, url, {
          settings: {
            lockDuration: leaseMs ?? LEASE_MS,
            ...(leaseMs !== undefined && { lockRenewTime: NEVER_MS }),
            stalledInterval: 1_000,
            maxStalledCount: 10,
          },
        });
        await queue.add({}, { jobId: JOB, attempts: 100, stackTraceLimit: 0 });
        const { process, begun } = workOf<Job>();
        queue.process((job) => process(job, queue.token)).catch(() => {}); // it was closed
        queue.on('error', () => {}); // told by what we ask of the job
        const work = await begun(waitMs ?? null);
        if (work) return heldOf(queue, work);
        await queue.close(true);
        return null;
      },
    };
  },
};

function heldOf(queue: Bull.Queue, { job, token }: Work<Job>): Held {
  return {
    token,
    async release() {
      await queue.pause(true, true); // or it takes the job once more itself
      await job.moveToFailed(ONCE_MORE, false);
      await queue.close(true);
    },
    extend: (leaseMs) => job.extendLock(leaseMs),
  };
}
