/** Public surface of `lockscope/client`. */
export { isLockError, LockError, type LockErrorCode } from '../domain/errors';
export type { LockKey, LockRedis } from './arguments';
export type { LockClient } from './client';
export type {
  AcquireEvent,
  HeartbeatEvent,
  LostEvent,
  ReleaseEvent,
  RenewEvent,
  StallEvent,
} from './events';
export type { Lease } from './lease';
export type { LossReason } from './loss';
export { createMutex, type Mutex, type MutexSeen } from './mutex';
export type { AcquireOptions, LockClientOptions, WaitOptions } from './options';
export { createReentrant, type Reentrant } from './reentrant';
export type { ReentrantLease, ReentrantSeen } from './reentry';
