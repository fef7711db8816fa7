/** Public surface of `lockscope/client`. */
export { isLockError, LockError, type LockErrorCode } from '../domain/lock-error';
export type { LockKey, LockRedis } from './arguments';
export type { LockClient } from './client';
export {
  type AcquireEvent,
  type HeartbeatEvent,
  type LockEvents,
  type LostEvent,
  lockEvents,
  type ReleaseEvent,
  type RenewEvent,
  type StallEvent,
} from './events';
export { createFair, type Fair, type FairOptions } from './fair';
export { createFenced, type Fenced, type FencedLease } from './fenced';
export type { Lease } from './lease';
export type { LossReason } from './loss';
export { createMultiLock, type MultiLock } from './multi-lock';
export { createMutex, type Mutex, type MutexSeen } from './mutex';
export type { AcquireOptions, CloseOptions, CommonOptions, LockClientOptions, WaitOptions } from './options';
export { createReadWrite, type ReadWrite, type ReadWriteSeen, type WriteLease } from './read-write';
export { createRedlock, type Redlock, type RedlockOptions, type RedlockSeen } from './redlock';
export { createReentrant, type Reentrant } from './reentrant';
export type { ReenterOptions, ReentrantLease, ReentrantSeen } from './reentry';
export { createSemaphore, type Permits, type Semaphore, type SemaphoreOptions } from './semaphore';
export { legacyTimestampLock, type TimestampLock, type TimestampSeen } from './timestamp';
