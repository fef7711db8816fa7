/** Public surface of `lockscope/client`. */
export { isLockError, LockError, type LockErrorCode } from '../domain/values/lock-error';
export type { LockKey, LockRedis } from './core/arguments';
export type { LockClient } from './core/client';
export {
  type AcquireEvent,
  type HeartbeatEvent,
  type LockEvents,
  type LostEvent,
  lockEvents,
  type ReleaseEvent,
  type RenewEvent,
  type StallEvent,
} from './core/events';
export type { Lease } from './core/lease/lease';
export type { LossReason } from './core/lease/loss';
export type {
  AcquireOptions,
  CloseOptions,
  CommonOptions,
  LockClientOptions,
  WaitOptions,
} from './core/options';
export { createFair, type Fair, type FairOptions } from './kinds/fair';
export { createFenced, type Fenced, type FencedLease } from './kinds/fenced';
export { createMultiLock, type MultiLock } from './kinds/multi-lock';
export { createMutex, type Mutex, type MutexSeen } from './kinds/mutex';
export { createReadWrite, type ReadWrite, type ReadWriteSeen, type WriteLease } from './kinds/read-write';
export { createRedlock, type Redlock, type RedlockOptions, type RedlockSeen } from './kinds/redlock';
export { createReentrant, type Reentrant } from './kinds/reentrant';
export type { ReenterOptions, ReentrantLease, ReentrantSeen } from './kinds/reentry';
export { createSemaphore, type PermitCounts, type Semaphore, type SemaphoreOptions } from './kinds/semaphore';
export { legacyTimestampLock, type TimestampLock, type TimestampSeen } from './kinds/timestamp';
