/** The part of redlock 4's interface that the tests use; the package ships no types. */
declare module 'redlock' {
  import type { Redis } from 'ioredis';

  export type Lock = { value: string; unlock(): Promise<void>; extend(leaseMs: number): Promise<Lock> };

  export default class Redlock {
    constructor(clients: Redis[], options?: { retryCount?: number; retryDelay?: number });
    acquire(resources: string[], leaseMs: number): Promise<Lock>;
  }
}
