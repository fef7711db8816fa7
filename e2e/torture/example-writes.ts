import type { Example } from './example-histories';
import { tell } from './tell-history';

const MUTEX = 'torture:r:mutex:0';
const HASH = 'torture:r:reentrant:0';
const FAIR = 'torture:r:fair:0';
const QUEUE = `redisson_lock_queue:{${FAIR}}`;
const SEMAPHORE = 'torture:r:semaphore:0';
const PERMITS = `{${SEMAPHORE}}:timeout`;
const RW = 'torture:r:read-write:0';
const READER = 'aaaaaaaa-0000-4000-8000-000000000000:1';
const HOLD = `{${RW}}:${READER}:rwlock_timeout:1`;

const held = () => tell().writes(9, `SET ${MUTEX} a PXAT 100`).acquires('a', { returns: 10, until: 99 });
const freed = () => held().forces('a', { at: 44, returns: 46 }).writes(45, `DEL ${MUTEX}`);
const reentered = () =>
  tell()
    .writes(9, `HINCRBY ${HASH} a 1`, `PEXPIREAT ${HASH} 100`)
    .acquires('a', { kind: 'reentrant', returns: 10, until: 99 })
    .writes(19, `HINCRBY ${HASH} a 1`, `PEXPIREAT ${HASH} 110`)
    .reenters('a', 'a2', { returns: 20, until: 109, holdCount: 2 });
const twoQueue = () =>
  tell()
    .writes(10, `HSET ${FAIR} h 1`, `PEXPIREAT ${FAIR} 9000`)
    .writes(20, `RPUSH ${QUEUE} a`)
    .writes(30, `RPUSH ${QUEUE} b`)
    .writes(40, `DEL ${FAIR}`);
const takes = (token: string) => [`HSET ${FAIR} ${token} 1`, `PEXPIREAT ${FAIR} 9000`];

/** `a` leaves the queue when somebody is served until 100; then comes `b`, who called later than `a`, and then `a`. */
const aAfterB = (...first: string[]) =>
  tell()
    .writes(10, `HSET ${FAIR} h 1`, `PEXPIREAT ${FAIR} 9000`)
    .writes(20, `RPUSH ${QUEUE} a`)
    .acquires('a', { kind: 'fair', at: 15, waits: 25, returns: 300, until: 400 })
    .writes(40, `DEL ${FAIR}`)
    .writes(50, ...first, `PEXPIREAT ${FAIR} 100`)
    .writes(101, `DEL ${FAIR}`)
    .acquires('b', { kind: 'fair', at: 105, returns: 115, until: 200 })
    .writes(110, `HSET ${FAIR} b 1`, `PEXPIREAT ${FAIR} 210`)
    .writes(211, `DEL ${FAIR}`)
    .writes(290, `HSET ${FAIR} a 1`, `PEXPIREAT ${FAIR} 9000`);

/** As the servers tell it. */
export const TOLD_BY_SERVERS: Example[] = [
  {
    says: 'a holder that its release removes',
    breaks: null,
    told: () => held().releases('a', { at: 50, returns: 52 }).writes(51, `DEL ${MUTEX}`),
  },
  {
    says: 'a holder that is removed before it releases',
    breaks: 'freed-while-held',
    told: () => held().writes(45, `DEL ${MUTEX}`).releases('a', { at: 50, outcome: 'lost' }),
  },
  { says: 'a holder that expires', breaks: null, told: () => held().writes(101, `DEL ${MUTEX}`) },
  {
    says: 'a holder that is removed early',
    breaks: 'freed-while-held',
    told: () => held().writes(90, `DEL ${MUTEX}`),
  },
  {
    says: 'a holder that is force released',
    breaks: null,
    told: freed,
  },
  {
    says: 'a holder that goes when another is force released',
    breaks: 'freed-while-held',
    told: () => held().forces('z', { at: 44, returns: 46 }).writes(45, `DEL ${MUTEX}`),
  },
  {
    says: 'a release that is done after its holder expired',
    breaks: 'released-not-held',
    told: () => held().writes(101, `DEL ${MUTEX}`).releases('a', { at: 110 }),
  },
  {
    says: 'a release that finds nothing, and cannot tell whether it was sent before',
    breaks: null,
    told: () => freed().releases('a', { at: 50, returns: 60 }).cut('p', 55),
  },
  {
    says: 'a release that timed out, was sent again after that, and finds nothing',
    breaks: null,
    told: () =>
      freed()
        .releases('a', { at: 50, returns: 60, outcome: 'timed-out' })
        .cut('p', 65)
        .releases('a', { at: 70, returns: 80 }),
  },
  {
    says: 'a release that finds nothing after its connection was lost and found again',
    breaks: 'released-not-held',
    told: () => freed().cut('p', 48).releases('a', { at: 50, returns: 60 }),
  },
  {
    says: 'a holder that was released and stays',
    breaks: 'left-behind',
    told: () => held().releases('a', { at: 50 }),
  },
  {
    says: 'a holder written over another',
    breaks: 'written-over',
    told: () => tell().writes(9, `SET ${MUTEX} x PXAT 100`).writes(19, `SET ${MUTEX} y PXAT 100`),
  },
  { says: 'a lock without TTL', breaks: 'never-expires', told: () => tell().writes(9, `SET ${MUTEX} x`) },
  {
    says: 'a lease of which Redis never heard',
    breaks: 'not-in-redis',
    told: () => tell().writes(1, `DEL ${HASH}`).acquires('a', { returns: 10, until: 99 }),
  },
  {
    says: 'a lease taken when writes were not heard',
    breaks: null,
    told: () => tell().writes(5, null).acquires('a', { returns: 10, until: 99 }),
  },
  {
    says: 'holds that go one by one',
    breaks: null,
    told: () =>
      reentered()
        .releases('a2', { at: 30, holdCount: 1 })
        .writes(30.5, `HINCRBY ${HASH} a -1`, `PEXPIREAT ${HASH} 120`)
        .releases('a', { at: 40 })
        .writes(40.5, `DEL ${HASH}`),
  },
  {
    says: 'holds that all go with the first release',
    breaks: 'freed-while-held',
    told: () => reentered().releases('a2', { at: 30, holdCount: 1 }).writes(30.5, `DEL ${HASH}`),
  },
  {
    says: 'a deadline that is cut below what was promised',
    breaks: 'promised-too-long',
    told: () => reentered().writes(25, `PEXPIREAT ${HASH} 60`),
  },
  {
    says: 'a promise that Redis never granted',
    breaks: 'promised-too-long',
    told: () => held().samples('a', 20, 200),
  },
  {
    says: 'a fair lock that its head takes',
    breaks: null,
    told: () => twoQueue().writes(50, `LPOP ${QUEUE}`, ...takes('a')),
  },
  {
    says: 'a fair waiter that had its turn, learned of it too late and queued up again',
    breaks: null,
    told: () => aAfterB(`LPOP ${QUEUE}`, `HSET ${FAIR} a 1`),
  },
  {
    says: 'a fair waiter that had its turn, which was heard of after a later caller had returned',
    breaks: null,
    told: () =>
      tell()
        .writes(10, `HSET ${FAIR} h 1`, `PEXPIREAT ${FAIR} 9000`)
        .writes(20, `RPUSH ${QUEUE} a`)
        .acquires('a', { kind: 'fair', at: 15, waits: 25, returns: 300, until: 400 })
        .acquires('b', { kind: 'fair', at: 105, returns: 115, until: 200 })
        .writes(116, `DEL ${FAIR}`)
        .writes(117, `LPOP ${QUEUE}`, `HSET ${FAIR} a 1`, `PEXPIREAT ${FAIR} 100`)
        .writes(118, `DEL ${FAIR}`)
        .writes(119, `HSET ${FAIR} b 1`, `PEXPIREAT ${FAIR} 210`)
        .writes(211, `DEL ${FAIR}`)
        .writes(290, `HSET ${FAIR} a 1`, `PEXPIREAT ${FAIR} 9000`),
  },
  {
    says: 'a fair waiter that is behind a later caller and had no turn',
    breaks: 'fair-order',
    told: () => aAfterB(`LREM ${QUEUE} 0 a`, `HSET ${FAIR} z 1`),
  },
  {
    says: 'a fair lock that is taken past the head',
    breaks: 'fair-order',
    told: () => twoQueue().writes(50, `LREM ${QUEUE} 0 b`, ...takes('b')),
  },
  {
    says: 'a fair lock that is taken by one who does not queue',
    breaks: 'fair-order',
    told: () => twoQueue().writes(50, ...takes('c')),
  },
  {
    says: 'a waiter that is dropped long before its deadline',
    breaks: 'fair-order',
    told: () => twoQueue().writes(50, `LPOP ${QUEUE}`, `LPOP ${QUEUE}`, ...takes('b')),
  },
  {
    says: 'a waiter that is dropped after its deadline',
    breaks: null,
    told: () => twoQueue().writes(1_100, `LPOP ${QUEUE}`, `LPOP ${QUEUE}`, ...takes('b')),
  },
  {
    says: 'a waiter that gives up',
    breaks: null,
    told: () =>
      twoQueue()
        .writes(45, `LREM ${QUEUE} 0 a`)
        .writes(50, `LPOP ${QUEUE}`, ...takes('b')),
  },
  {
    says: 'permits that add up',
    breaks: null,
    told: () =>
      tell()
        .writes(1, `SET ${SEMAPHORE} 2`)
        .writes(2, `DECR ${SEMAPHORE}`, `ZADD ${PERMITS} 100 a`)
        .writes(3, `ZREM ${PERMITS} a`, `INCR ${SEMAPHORE}`),
  },
  {
    says: 'a permit that is not taken off',
    breaks: 'permits-drift',
    told: () => tell().writes(1, `SET ${SEMAPHORE} 2`).writes(2, `ZADD ${PERMITS} 100 a`),
  },
  {
    says: 'a writer written beside a reader',
    breaks: 'written-over',
    told: () =>
      tell()
        .writes(
          1,
          `HSET ${RW} mode read`,
          `HINCRBY ${RW} ${READER} 1`,
          `SET ${HOLD} 1 PXAT 50`,
          `PEXPIREAT ${RW} 50`,
        )
        .writes(2, `HSET ${RW} mode write w:write 1`, `PEXPIREAT ${RW} 50`),
  },
];
