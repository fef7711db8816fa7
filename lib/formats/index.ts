import type { RawKey } from '../domain/keys/raw-key';
import { globOf, type KeyPattern } from '../domain/nodes/target';
import type { Format } from './core/format';
import type { Declared, NameMatcher } from './core/name-matcher';
import { type Registry, registryOf } from './core/registry';
import type { Rule } from './core/rule';
import { formatOfRule } from './core/rule-format';
import { unknownAfterLock, unknownFormats } from './core/unknown-value';
import { csredisLock } from './dotnet/csredis-lock';
import { freeredisLock } from './dotnet/freeredis-lock';
import { hangfireLock } from './dotnet/hangfire-lock';
import { masstransitLock } from './dotnet/masstransit-lock';
import { medallionLock } from './dotnet/medallion-lock';
import { medallionReadLock } from './dotnet/medallion-read-lock';
import { medallionSemaphore } from './dotnet/medallion-semaphore';
import { medallionWriteLock } from './dotnet/medallion-write-lock';
import { redlockNet } from './dotnet/redlock-net';
import { elixirRedlock } from './elixir/elixir-redlock';
import { constantValue } from './generic/constant-value';
import { counterValue } from './generic/counter-value';
import { expiringMembers } from './generic/expiring-members';
import { hostPidValue } from './generic/host-pid-value';
import { plainString } from './generic/plain-string';
import { randomToken } from './generic/random-token';
import { setOfHolders } from './generic/set-of-holders';
import { timestampValue } from './generic/timestamp-value';
import { asynqLease } from './go/asynq-lease';
import { asynqUnique } from './go/asynq-unique';
import { bsmRedislock } from './go/bsm-redislock';
import { daprLock } from './go/dapr-lock';
import { goRedislock } from './go/go-redislock';
import { goRedislockFair } from './go/go-redislock-fair';
import { goRedislockReadWrite } from './go/go-redislock-read-write';
import { gocraftWork } from './go/gocraft-work';
import { machineryLock } from './go/machinery-lock';
import { redsync } from './go/redsync';
import { rueidislock } from './go/rueidislock';
import { jedisLock } from './java/jedis-lock';
import { jetcache } from './java/jetcache';
import { lock4j } from './java/lock4j';
import { redissonFairLock } from './java/redisson-fair-lock';
import { redissonFencedLock } from './java/redisson-fenced-lock';
import { redissonGroupLock } from './java/redisson-group-lock';
import { redissonLatch } from './java/redisson-latch';
import { redissonLock } from './java/redisson-lock';
import { redissonPermitSemaphore } from './java/redisson-permit-semaphore';
import { redissonReadWriteLock } from './java/redisson-read-write-lock';
import { redissonSemaphore } from './java/redisson-semaphore';
import { redlock4j } from './java/redlock4j';
import { redlock4jPermit } from './java/redlock4j-permit';
import { shedlock } from './java/shedlock';
import { springLockRegistry } from './java/spring-lock-registry';
import { bullJobLock } from './node/bull-job-lock';
import { bullmqJob } from './node/bullmq-job';
import { chatSdkLock } from './node/chat-sdk-lock';
import { ioredisLock } from './node/ioredis-lock';
import { lockscopeMutex } from './node/lockscope-mutex';
import { medusaExecute } from './node/medusa-execute';
import { medusaLock } from './node/medusa-lock';
import { n8nLeader } from './node/n8n-leader';
import { nodeRedlock } from './node/node-redlock';
import { nodeResqueLock } from './node/node-resque-lock';
import { redisKitLock } from './node/redis-kit-lock';
import { redisLock } from './node/redis-lock';
import { redisPromiseLock } from './node/redis-promise-lock';
import { redisSemaphore } from './node/redis-semaphore';
import { redisSemaphoreMutex } from './node/redis-semaphore-mutex';
import { simpleRedisMutex } from './node/simple-redis-mutex';
import { syncguard } from './node/syncguard';
import { warlock } from './node/warlock';
import { cheprasovLock } from './php/cheprasov-lock';
import { drupalLock } from './php/drupal-lock';
import { laravelFunnel } from './php/laravel-funnel';
import { laravelLock } from './php/laravel-lock';
import { laravelSchedule } from './php/laravel-schedule';
import { magentoSession } from './php/magento-session';
import { nextcloudLock } from './php/nextcloud-lock';
import { phpLock } from './php/php-lock';
import { phpredisSession } from './php/phpredis-session';
import { redlockPhp } from './php/redlock-php';
import { symfonyLock } from './php/symfony-lock';
import { typo3Lock } from './php/typo3-lock';
import { arqJob } from './python/arq-job';
import { celeryOnce } from './python/celery-once';
import { celeryRedbeat } from './python/celery-redbeat';
import { celerySingleton } from './python/celery-singleton';
import { djangoCacheops } from './python/django-cacheops';
import { hueyLock } from './python/huey-lock';
import { hueyLocks } from './python/huey-locks';
import { pythonRedisLock } from './python/python-redis-lock';
import { redisLockPy } from './python/redis-lock-py';
import { redisPyLock } from './python/redis-py-lock';
import { rqSchedulerLock } from './python/rq-scheduler-lock';
import { sentryLock } from './python/sentry-lock';
import { walrusLock } from './python/walrus-lock';
import { activejobUniqueness } from './ruby/activejob-uniqueness';
import { epochPidLock } from './ruby/epoch-pid-lock';
import { gitlabLease } from './ruby/gitlab-lease';
import { mlanettLock } from './ruby/mlanett-lock';
import { redisQueuedLock } from './ruby/redis-queued-lock';
import { remoteLock } from './ruby/remote-lock';
import { resqueLeader } from './ruby/resque-leader';
import { rubySemaphore } from './ruby/ruby-semaphore';
import { sidekiqLeader } from './ruby/sidekiq-leader';
import { sidekiqUniqueJob } from './ruby/sidekiq-unique-job';
import { suoLock } from './ruby/suo-lock';

export type { Declared, NameMatcher } from './core/name-matcher';
export type { RecogniseContext, Recognised, Registry } from './core/registry';

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

type RegistryOptions = {
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
