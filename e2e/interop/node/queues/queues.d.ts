/** The parts of the queues' interfaces that are used here: they are installed for the interop tests alone. */
declare module 'bullmq' {
  export type Job = {
    extendLock(token: string, leaseMs: number): Promise<number>;
    moveToFailed(error: Error, token: string, fetchNext: boolean): Promise<unknown>;
  };

  export class Queue {
    constructor(name: string, options: { connection: { url: string } });
    add(name: string, data: object, options: Record<string, unknown>): Promise<Job>;
  }

  export class Worker {
    constructor(
      name: string,
      processor: (job: Job, token?: string) => Promise<unknown>,
      options: { connection: { url: string } } & Record<string, unknown>,
    );
    on(event: 'error', listener: (error: Error) => void): this;
    pause(doNotWaitActive: boolean): Promise<void>;
    close(force: boolean): Promise<void>;
  }
}

declare module 'bull' {
  namespace Bull {
    type Job = {
      extendLock(leaseMs: number): Promise<number>;
      moveToFailed(error: Error, ignoreLock: boolean): Promise<unknown>;
    };
    type Queue = {
      /** What it holds its jobs by; not in its own types. */
      readonly token: string;
      add(data: object, options: Record<string, unknown>): Promise<Job>;
      process(processor: (job: Job) => Promise<unknown>): Promise<void>;
      on(event: 'error', listener: (error: Error) => void): Queue;
      pause(isLocal: boolean, doNotWaitActive: boolean): Promise<void>;
      close(doNotWaitJobs: boolean): Promise<void>;
    };
  }
  type Constructor = new (
    name: string,
    url: string,
    options: { settings: Record<string, unknown> },
  ) => Bull.Queue;
  const Bull: Constructor;
  export type Job = Bull.Job;
  export default Bull;
}
