/**
 * What holders of a reentrant hash lock do while somebody acts on it, each in one step. KEYS[1] = lock, ARGV[1] = the token
 * that does it, ARGV[2] = lease in ms.
 */

/** Only whoever has the lock enters it again; the hold count, or 0. */
export const ENTER = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2]) return redis.call('HINCRBY', KEYS[1], ARGV[1], 1)`;

/** Only whoever has it renews it; 1, or 0. */
export const RENEW = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/** Takes a free lock; 1, or 0. */
export const TAKE = `if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], 1) return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/** Whoever has it gives it back and takes it again, as if nobody had been there; 1, or 0. */
export const TAKE_AGAIN = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], ARGV[1], 1) return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/** Its holder gives it back, whoever that is, and this token takes it; 1, or 0 where nobody had it. */
export const SUCCEED = `if redis.call('DEL', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], 1) return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/** The lease of whoever has it ends in a millisecond; 1, or 0. */
export const END_LEASE = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('PEXPIRE', KEYS[1], 1)`;
