/** Public surface of `lockscope/client`. */
export { isLockError, LockError, type LockErrorCode } from '../domain/errors';
export type { LockKey } from './arguments';
export type { AcquireOptions, LockClient, LockClientOptions, WaitOptions } from './client';
export type { Lease } from './lease';
export { createMutex, type Mutex, type MutexSeen } from './mutex';
export { createReentrant, type Reentrant, type ReentrantLease, type ReentrantSeen } from './reentrant';
export type { LossReason } from './watchdog';
