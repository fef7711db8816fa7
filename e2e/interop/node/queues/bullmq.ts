import { type Job, Queue, Worker } from 'bullmq';
import { type Adapter, type Asked, type Held, LEASE_MS } from '../adapter';
import { JOB, ONCE_MORE, type Work, workOf } from './job';

/** A job is a lock on itself: whose worker runs it holds it, and a worker without one waits for it. */
export const bullmq: Adapter = {
  library: 'bullmq',
  entry: import.meta.resolve('bullmq'),
  async open({ nodes }) {
    const url = nodes[0] ?? '';
    return {
      async acquire(_kind, queueName, { waitMs, leaseMs }: Asked) {
        const queue = new Queue(queueName, { connection: { url } });
        await queue.add(JOB, {}, { jobId: JOB, attempts: 100, stackTraceLimit: 0 });
        const { process, begun } = workOf<Job>();
        const worker = new Worker(queueName, (job, token = '') => process(job, token), {
          connection: { url },
          lockDuration: leaseMs ?? LEASE_MS,
          skipLockRenewal: leaseMs !== undefined,
          stalledInterval: 1_000,
          maxStalledCount: 10,
        });
        worker.on('error', () => {}); // told by what we ask of the job
        const work = await begun(waitMs ?? null);
        if (work) return heldOf(worker, work);
        await worker.close(true);
        return null;
      },
    };
  },
};

function heldOf(worker: Worker, { job, token }: Work<Job>): Held {
  return {
    token,
    async release() {
      await worker.pause(true); // or it takes the job once more itself
      await job.moveToFailed(ONCE_MORE, token, false);
      await worker.close(true);
    },
    extend: (leaseMs) => job.extendLock(token, leaseMs),
  };
}
