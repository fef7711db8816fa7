/** The part of redlock 4's interface that is used here; the package ships no types. */
declare module 'redlock' {
  import type { EventEmitter } from 'node:events';
  import type { Redis } from 'ioredis';

  export type Lock = { value: string; unlock(): Promise<void>; extend(leaseMs: number): Promise<Lock> };

  export default class Redlock extends EventEmitter {
    constructor(clients: Redis[], options?: { retryCount?: number; retryDelay?: number });
    acquire(resources: string[], leaseMs: number): Promise<Lock>;
  }
}
