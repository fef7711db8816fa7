import type { Contender } from './contender';
import { redissonProgram } from './programs';

const SLEEPS = 'it polls, and leaves nothing in Redis to count';
const ONE_EACH = 'a permit is taken once; who wants two has two';
const NOBODY = 'Redis has a number, and nobody in it';

type Variety = Pick<Contender, 'library' | 'kind' | 'format'> & Partial<Contender>;

const LOCKS: readonly Variety[] = [
  { library: 'Redisson RLock', kind: 'reentrant', format: 'redisson-lock' },
  {
    library: 'Redisson spin lock',
    kind: 'spin',
    format: 'redisson-spin-lock',
    lacks: { waiters: SLEEPS },
    unseenWaiters: 0,
  },
  { library: 'Redisson RFairLock', kind: 'fair', format: 'redisson-fair-lock' },
  { library: 'Redisson RFencedLock', kind: 'fenced', format: 'redisson-fenced-lock' },
  {
    library: 'Redisson RReadWriteLock, read',
    kind: 'read',
    rival: 'write',
    format: 'redisson-read-write-lock',
  },
  { library: 'Redisson RReadWriteLock, write', kind: 'write', format: 'redisson-read-write-lock' },
  {
    library: 'Redisson RedissonMultiLock',
    kind: 'multi',
    keysOf: (asked) => [`${asked}:a`, `${asked}:b`, `${asked}:c`],
    format: 'redisson-lock',
  },
  {
    library: 'Redisson RPermitExpirableSemaphore',
    kind: 'permit',
    format: 'redisson-permit-semaphore',
    permits: 1,
    lacks: { 'hold count': ONE_EACH },
    loss: { by: 'release', says: /IllegalArgument|permit/i },
  },
  {
    library: 'Redisson RSemaphore',
    kind: 'semaphore',
    asks: (name) => `semaphore:${name}`,
    format: 'redisson-semaphore',
    permits: 1,
    leased: false,
    lacks: {
      holder: NOBODY,
      since: NOBODY,
      'hold count': NOBODY,
      ...actsLacking('nobody is known to hold a permit'),
    },
  },
  {
    library: 'Redisson RCountDownLatch',
    kind: 'latch',
    asks: (name) => `countdown-latch:${name}`,
    format: 'redisson-latch',
    permits: 1,
    leased: false,
    lacks: {
      holder: NOBODY,
      since: NOBODY,
      'hold count': NOBODY,
      ...actsLacking('a latch is held by nobody'),
    },
  },
];

function actsLacking(why: string): Contender['lacks'] {
  return { 'release wakes': why, 'extend holds': why, 'successor safe': why };
}

/** Every lock of Redisson in one version, on one server and on a cluster. */
export function redissonContenders(version: string): Contender[] {
  return (['standalone', 'cluster'] as const).flatMap((place) =>
    LOCKS.map(
      (variety): Contender => ({
        language: 'Java',
        program: redissonProgram(version),
        place,
        asks: (name) => `locks:${name}`,
        keysOf: (asked) => [asked],
        rival: variety.kind,
        unseenWaiters: null,
        lacks: {},
        loss: { by: 'release', says: /IllegalMonitorStateException/ },
        waits: true,
        leased: true,
        waiting: 'told',
        renewed: false,
        permits: null,
        ...variety,
      }),
    ),
  );
}
