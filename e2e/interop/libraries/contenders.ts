import redissonVersions from '../redisson/versions.json';
import type { Contender } from './contender';
import { goProgram, javaProgram, nodeProgram, phpProgram, pythonProgram } from './programs';
import { redissonContenders } from './redisson-contenders';

const POLLS = 'it polls, and leaves nothing in Redis to count';
const NOT_REENTRANT = 'it is not reentrant';

/** A mutex on the key that its caller names, which polls and fails a late release. */
const USUAL = {
  place: 'standalone',
  kind: 'mutex',
  rival: 'mutex',
  unseenWaiters: null,
  asks: (name) => `locks:${name}`,
  keysOf: (asked) => [asked],
  lacks: { 'hold count': NOT_REENTRANT, waiters: POLLS },
  waits: true,
  leased: true,
  waiting: { command: null, times: 1 },
  renewed: false,
  permits: null,
} as const satisfies Partial<Contender>;

const bare = (name: string) => name;

const node: Contender[] = [
  {
    ...USUAL,
    library: 'redlock',
    language: 'JavaScript',
    program: nodeProgram('redlock'),
    format: 'node-redlock',
    loss: { by: 'release', says: /LockError/ },
  },
  {
    ...USUAL,
    library: '@sesamecare-oss/redlock',
    language: 'JavaScript',
    program: nodeProgram('@sesamecare-oss/redlock'),
    format: 'sesamecare-redlock',
    loss: { by: 'release', says: /ExecutionError/ },
  },
  {
    ...USUAL,
    library: 'redlock-universal',
    language: 'JavaScript',
    program: nodeProgram('redlock-universal'),
    format: 'redlock-universal',
    loss: { by: 'extend', says: /NotReleased|LockExtensionError/ },
  },
  ...(['mutex', 'semaphore', 'redlock'] as const).map(
    (kind): Contender => ({
      ...USUAL,
      library: {
        mutex: 'redis-semaphore Mutex',
        semaphore: 'redis-semaphore Semaphore',
        redlock: 'redis-semaphore RedlockMutex',
      }[kind],
      language: 'JavaScript',
      program: nodeProgram('redis-semaphore'),
      kind,
      rival: kind,
      asks: bare,
      keysOf: (asked) => [`${kind === 'semaphore' ? 'semaphore' : 'mutex'}:${asked}`],
      format: kind === 'semaphore' ? 'redis-semaphore' : 'redis-semaphore-mutex',
      loss: { by: 'state', says: /LostLockError/ },
      renewed: true,
    }),
  ),
  ...(['bullmq', 'bull'] as const).map(
    (library): Contender => ({
      ...USUAL,
      library: { bullmq: 'BullMQ', bull: 'Bull' }[library],
      language: 'JavaScript',
      program: nodeProgram(library),
      kind: 'job',
      rival: 'job',
      asks: bare,
      keysOf: (asked) => [`bull:${asked}:invoice:lock`],
      format: { bullmq: 'bullmq-job', bull: 'bull-job-lock' }[library],
      loss: { by: 'release', says: /lock/i },
    }),
  ),
];

const python: Contender[] = [
  {
    ...USUAL,
    library: 'redis-py Lock',
    language: 'Python',
    program: pythonProgram('redis'),
    format: 'redis-py-lock',
    loss: { by: 'release', says: /LockNotOwnedError/ },
  },
  {
    ...USUAL,
    library: 'python-redis-lock',
    language: 'Python',
    program: pythonProgram('python-redis-lock'),
    asks: bare,
    keysOf: (asked) => [`lock:${asked}`],
    format: 'python-redis-lock',
    lacks: {
      'hold count': NOT_REENTRANT,
      waiters: 'it waits in BLPOP, which Redis counts for all lists together',
    },
    waiting: { command: 'blpop', times: 1 },
    loss: { by: 'release', says: /NotAcquired/ },
  },
  {
    ...USUAL,
    library: 'pottery Redlock',
    language: 'Python',
    program: pythonProgram('pottery'),
    asks: bare,
    keysOf: (asked) => [`redlock:${asked}`],
    format: 'pottery',
    loss: { by: 'release', says: /ReleaseUnlockedLock/ },
  },
];

const go: Contender[] = [
  {
    ...USUAL,
    library: 'redsync',
    language: 'Go',
    program: goProgram('redsync'),
    format: 'redsync',
    loss: { by: 'release', says: /taken|expired/ },
  },
  {
    ...USUAL,
    library: 'bsm/redislock',
    language: 'Go',
    program: goProgram('redislock'),
    format: 'bsm-redislock',
    loss: { by: 'release', says: /lock not held/ },
  },
];

const IN_THE_JVM = 're-entries are counted in the JVM alone';

const java: Contender[] = [
  ...(['spin', 'mutex'] as const).map(
    (kind): Contender => ({
      ...USUAL,
      library: `Spring RedisLockRegistry (${kind === 'spin' ? 'spin' : 'pub/sub'} lock)`,
      language: 'Java',
      program: javaProgram('spring-integration-redis'),
      kind,
      rival: kind,
      asks: bare,
      keysOf: (asked) => [`order-registry:${asked}`],
      format: 'spring-lock-registry',
      lacks: {
        'hold count': IN_THE_JVM,
        waiters: kind === 'spin' ? POLLS : 'each process listens once for all locks of its registry',
      },
      // Before it sleeps it tries once more than a spinning one: what was published until it listened is lost.
      waiting: { command: 'evalsha', times: kind === 'spin' ? 1 : 2 },
      loss: { by: 'release', says: /ConcurrentModificationException|IllegalState/ },
    }),
  ),
  {
    ...USUAL,
    library: 'ShedLock',
    language: 'Java',
    program: javaProgram('shedlock-provider-redis-spring'),
    asks: bare,
    keysOf: (asked) => [`job-lock:test:${asked}`],
    format: 'shedlock',
    lacks: {
      'hold count': NOT_REENTRANT,
      waiters: 'nobody waits: who finds it held skips its turn',
      'release wakes': 'nobody waits; the next to ask has it',
    },
    waits: false,
    loss: { by: 'nothing' },
  },
];

const php: Contender[] = [
  {
    ...USUAL,
    library: 'Symfony Lock',
    language: 'PHP',
    program: phpProgram(),
    format: 'symfony-lock',
    loss: { by: 'extend', says: /LockConflictedException/ },
  },
];

export const contenders: readonly Contender[] = [
  ...node,
  ...python,
  ...go,
  ...java,
  ...php,
  ...redissonVersions.flatMap(redissonContenders),
];
