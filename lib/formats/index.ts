import type { RawKey } from '../domain/raw-key';
import { globOf, type KeyPattern } from '../domain/target';
import { activejobUniqueness } from './activejob-uniqueness';
import { arqJob } from './arq-job';
import { asynqLease } from './asynq-lease';
import { asynqUnique } from './asynq-unique';
import { bsmRedislock } from './bsm-redislock';
import { bullJobLock } from './bull-job-lock';
import { bullmqJob } from './bullmq-job';
import { celeryOnce } from './celery-once';
import { celeryRedbeat } from './celery-redbeat';
import { celerySingleton } from './celery-singleton';
import { chatSdkLock } from './chat-sdk-lock';
import { cheprasovLock } from './cheprasov-lock';
import { constantValue } from './constant-value';
import { counterValue } from './counter-value';
import { csredisLock } from './csredis-lock';
import { daprLock } from './dapr-lock';
import { djangoCacheops } from './django-cacheops';
import { drupalLock } from './drupal-lock';
import { elixirRedlock } from './elixir-redlock';
import { epochPidLock } from './epoch-pid-lock';
import { expiringMembers } from './expiring-members';
import type { Format } from './format';
import { freeredisLock } from './freeredis-lock';
import { gitlabLease } from './gitlab-lease';
import { goRedislock } from './go-redislock';
import { goRedislockFair } from './go-redislock-fair';
import { goRedislockReadWrite } from './go-redislock-read-write';
import { gocraftWork } from './gocraft-work';
import { hangfireLock } from './hangfire-lock';
import { hostPidValue } from './host-pid-value';
import { hueyLock } from './huey-lock';
import { hueyLocks } from './huey-locks';
import { ioredisLock } from './ioredis-lock';
import { jedisLock } from './jedis-lock';
import { jetcache } from './jetcache';
import { laravelFunnel } from './laravel-funnel';
import { laravelLock } from './laravel-lock';
import { laravelSchedule } from './laravel-schedule';
import { lock4j } from './lock4j';
import { lockscopeMutex } from './lockscope-mutex';
import { machineryLock } from './machinery-lock';
import { magentoSession } from './magento-session';
import { masstransitLock } from './masstransit-lock';
import { medallionLock } from './medallion-lock';
import { medallionReadLock } from './medallion-read-lock';
import { medallionSemaphore } from './medallion-semaphore';
import { medallionWriteLock } from './medallion-write-lock';
import { medusaExecute } from './medusa-execute';
import { medusaLock } from './medusa-lock';
import { mlanettLock } from './mlanett-lock';
import { n8nLeader } from './n8n-leader';
import type { NameMatcher } from './name-matcher';
import { nextcloudLock } from './nextcloud-lock';
import { nodeRedlock } from './node-redlock';
import { nodeResqueLock } from './node-resque-lock';
import { phpLock } from './php-lock';
import { phpredisSession } from './phpredis-session';
import { plainString } from './plain-string';
import { pythonRedisLock } from './python-redis-lock';
import { randomToken } from './random-token';
import { redisKitLock } from './redis-kit-lock';
import { redisLock } from './redis-lock';
import { redisLockPy } from './redis-lock-py';
import { redisPromiseLock } from './redis-promise-lock';
import { redisPyLock } from './redis-py-lock';
import { redisQueuedLock } from './redis-queued-lock';
import { redisSemaphore } from './redis-semaphore';
import { redisSemaphoreMutex } from './redis-semaphore-mutex';
import { redissonFairLock } from './redisson-fair-lock';
import { redissonFencedLock } from './redisson-fenced-lock';
import { redissonGroupLock } from './redisson-group-lock';
import { redissonLatch } from './redisson-latch';
import { redissonLock } from './redisson-lock';
import { redissonPermitSemaphore } from './redisson-permit-semaphore';
import { redissonReadWriteLock } from './redisson-read-write-lock';
import { redissonSemaphore } from './redisson-semaphore';
import { redlockNet } from './redlock-net';
import { redlockPhp } from './redlock-php';
import { redlock4j } from './redlock4j';
import { redlock4jPermit } from './redlock4j-permit';
import { redsync } from './redsync';
import { type Declared, type Registry, registryOf } from './registry';
import { remoteLock } from './remote-lock';
import { resqueLeader } from './resque-leader';
import { rqSchedulerLock } from './rq-scheduler-lock';
import { rubySemaphore } from './ruby-semaphore';
import { rueidislock } from './rueidislock';
import type { Rule } from './rule';
import { formatOfRule } from './rule-format';
import { sentryLock } from './sentry-lock';
import { setOfHolders } from './set-of-holders';
import { shedlock } from './shedlock';
import { sidekiqLeader } from './sidekiq-leader';
import { sidekiqUniqueJob } from './sidekiq-unique-job';
import { simpleRedisMutex } from './simple-redis-mutex';
import { springLockRegistry } from './spring-lock-registry';
import { suoLock } from './suo-lock';
import { symfonyLock } from './symfony-lock';
import { syncguard } from './syncguard';
import { timestampValue } from './timestamp-value';
import { typo3Lock } from './typo3-lock';
import { unknownAfterLock, unknownFormats } from './unknown-value';
import { walrusLock } from './walrus-lock';
import { warlock } from './warlock';

export type { NameMatcher } from './name-matcher';
export type { Declared, RecogniseContext, Recognised, Registry } from './registry';

/** Every format, most specific first: the first that recognises a key has it. */
export const formats: readonly Format[] = [
  lockscopeMutex,
  redissonFairLock,
  redissonFencedLock,
  redissonReadWriteLock,
  redissonGroupLock,
  redissonLock,
  redissonPermitSemaphore,
  redissonSemaphore,
  redissonLatch,
  bullmqJob,
  bullJobLock,
  redisSemaphoreMutex,
  redisSemaphore,
  simpleRedisMutex,
  redisPromiseLock,
  chatSdkLock,
  syncguard,
  medusaExecute,
  medusaLock,
  nodeResqueLock,
  n8nLeader,
  redisLock,
  warlock,
  ioredisLock,
  redisKitLock,
  shedlock,
  asynqUnique,
  asynqLease,
  gocraftWork,
  goRedislock,
  goRedislockFair,
  goRedislockReadWrite,
  rueidislock,
  machineryLock,
  daprLock,
  jetcache,
  redlock4jPermit,
  lock4j,
  jedisLock,
  springLockRegistry,
  csredisLock,
  freeredisLock,
  hangfireLock,
  masstransitLock,
  medallionWriteLock,
  medallionLock,
  medallionReadLock,
  medallionSemaphore,
  laravelSchedule,
  laravelLock,
  symfonyLock,
  phpredisSession,
  magentoSession,
  nextcloudLock,
  phpLock,
  cheprasovLock,
  drupalLock,
  typo3Lock,
  redlockNet,
  celeryRedbeat,
  celeryOnce,
  rqSchedulerLock,
  celerySingleton,
  arqJob,
  hueyLock,
  hueyLocks,
  gitlabLease,
  activejobUniqueness,
  resqueLeader,
  sidekiqLeader,
  sidekiqUniqueJob,
  redisQueuedLock,
  rubySemaphore,
  suoLock,
  mlanettLock,
  remoteLock,
  epochPidLock,
  pythonRedisLock,
  walrusLock,
  djangoCacheops,
  redisLockPy,
  sentryLock,
  redisPyLock,
  nodeRedlock,
  redsync,
  bsmRedislock,
  redlock4j,
  elixirRedlock,
  redlockPhp,
  laravelFunnel,
  randomToken,
  timestampValue,
  constantValue,
  counterValue,
  hostPidValue,
  expiringMembers,
  setOfHolders,
  plainString,
];

export type RegistryOptions = {
  rules?: readonly Rule[];
  patterns?: readonly KeyPattern[];
  /** What operators decided of single keys, and what the configuration says is no lock. */
  decided?: Declared;
};

/** The formats of a target: its rules first, and what its patterns say last but for what a name alone tells. */
export function createRegistry({ rules = [], patterns = [], decided }: RegistryOptions = {}): Registry {
  const known = formats.flatMap((format) =>
    format === plainString ? [...unknownFormats(patterns), format] : format,
  );
  return registryOf([...rules.map(formatOfRule), ...known], patterns.map(globOf), decided);
}

/** What every target has that declares nothing. */
export const builtIn = createRegistry();
export const { recognise, ownersOf, companionsOf } = builtIn;

/** Whether a key of this type may be a lock, or stand where one was. */
export function mayBeOf(type: RawKey['type']): boolean {
  return unknownAfterLock.has(type);
}

/** Tells locks by their names: every format's shapes, lock-like words, and these Redis globs. */
export function createNameMatcher(patterns: readonly string[]): NameMatcher {
  return createRegistry({ patterns }).names;
}
