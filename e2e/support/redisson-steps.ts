import type { Redis } from 'ioredis';
import type { ByteString } from '../../lib/domain/keys/bytes';
import * as names from '../../lib/domain/keys/redisson-names';
import { toWire } from '../../lib/redis/run-script';

/*
 * What Redisson's scripts do, step by step, so that a test can put a Redisson client beside ours without a JVM. Unlock
 * latches are left out. `now` is the client's own clock, as there.
 */

const DROP_STALE_HEADS = `
local function drop_stale_heads(queue, scores, now)
  while true do
    local first = redis.call('lindex', queue, 0)
    local score = first and redis.call('zscore', scores, first)
    if not score or tonumber(score) > tonumber(now) then return first end
    redis.call('zrem', scores, first)
    redis.call('lpop', queue)
  end
end
`;

const steps = {
  fencedAcquire: `
    if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
      redis.call('incr', KEYS[2])
      redis.call('hincrby', KEYS[1], ARGV[2], 1)
      redis.call('pexpire', KEYS[1], ARGV[1])
      return nil
    end
    return redis.call('pttl', KEYS[1])`,
  unlock: `
    if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end
    if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then
      redis.call('pexpire', KEYS[1], ARGV[2])
      return 0
    end
    redis.call('del', KEYS[1])
    redis.call('publish', KEYS[2], '0')
    return 1`,
  fairAcquire: `${DROP_STALE_HEADS}
    local lease, owner, wait, now, joins = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
    drop_stale_heads(KEYS[2], KEYS[3], now)
    if redis.call('exists', KEYS[1]) == 0
      and (redis.call('exists', KEYS[2]) == 0 or redis.call('lindex', KEYS[2], 0) == owner) then
      redis.call('lpop', KEYS[2])
      redis.call('zrem', KEYS[3], owner)
      for _, other in ipairs(redis.call('zrange', KEYS[3], 0, -1)) do
        redis.call('zincrby', KEYS[3], -wait, other)
      end
      redis.call('hset', KEYS[1], owner, 1)
      redis.call('pexpire', KEYS[1], lease)
      return nil
    end
    if redis.call('hexists', KEYS[1], owner) == 1 then
      redis.call('hincrby', KEYS[1], owner, 1)
      redis.call('pexpire', KEYS[1], lease)
      return nil
    end
    if joins == '0' then return 1 end
    if redis.call('zscore', KEYS[3], owner) then return math.max(0, redis.call('pttl', KEYS[1])) end
    local last = redis.call('lindex', KEYS[2], -1)
    local score = last and last ~= owner and redis.call('zscore', KEYS[3], last)
    local base = score and tonumber(score) - now or redis.call('pttl', KEYS[1])
    if redis.call('zadd', KEYS[3], base + wait + now, owner) == 1 then redis.call('rpush', KEYS[2], owner) end
    return base`,
  fairGiveUp: `
    local queued = redis.call('lrange', KEYS[1], 0, -1)
    local behind = false
    for _, other in ipairs(queued) do
      if behind then redis.call('zincrby', KEYS[2], -tonumber(ARGV[2]), other) end
      if other == ARGV[1] then behind = true end
    end
    redis.call('zrem', KEYS[2], ARGV[1])
    redis.call('lrem', KEYS[1], 0, ARGV[1])`,
  fairUnlock: `${DROP_STALE_HEADS}
    local first = drop_stale_heads(KEYS[2], KEYS[3], ARGV[3])
    if redis.call('exists', KEYS[1]) == 0 then
      if first then redis.call('publish', KEYS[4] .. ':' .. first, '0') end
      return 1
    end
    if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end
    if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then
      redis.call('pexpire', KEYS[1], ARGV[2])
      return 0
    end
    redis.call('del', KEYS[1])
    if first then redis.call('publish', KEYS[4] .. ':' .. first, '0') end
    return 1`,
  readAcquire: `
    local mode = redis.call('hget', KEYS[1], 'mode')
    if not mode then
      redis.call('hset', KEYS[1], 'mode', 'read', ARGV[2], 1)
      redis.call('set', KEYS[2] .. ':1', 1, 'px', ARGV[1])
      redis.call('pexpire', KEYS[1], ARGV[1])
      return nil
    end
    if mode == 'read' or (mode == 'write' and redis.call('hexists', KEYS[1], ARGV[3]) == 1) then
      local n = redis.call('hincrby', KEYS[1], ARGV[2], 1)
      redis.call('set', KEYS[2] .. ':' .. n, 1, 'px', ARGV[1])
      redis.call('pexpire', KEYS[1], math.max(redis.call('pttl', KEYS[1]), ARGV[1]))
      return nil
    end
    return redis.call('pttl', KEYS[1])`,
  readUnlock: `
    local mode = redis.call('hget', KEYS[1], 'mode')
    if not mode then
      redis.call('publish', KEYS[2], '0')
      return nil
    end
    if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end
    local left = redis.call('hincrby', KEYS[1], ARGV[1], -1)
    if left == 0 then redis.call('hdel', KEYS[1], ARGV[1]) end
    redis.call('del', KEYS[3] .. ':' .. (left + 1))
    if redis.call('hlen', KEYS[1]) > 1 then
      local longest = -3
      for _, field in ipairs(redis.call('hkeys', KEYS[1])) do
        for n = 1, tonumber(redis.call('hget', KEYS[1], field)) or 0 do
          longest = math.max(longest, redis.call('pttl', KEYS[4] .. ':' .. field .. ':rwlock_timeout:' .. n))
        end
      end
      if longest > 0 then
        redis.call('pexpire', KEYS[1], longest)
        return 0
      end
      if mode == 'write' then return 0 end
    end
    redis.call('del', KEYS[1])
    redis.call('publish', KEYS[2], '0')
    return 1`,
  readRenew: `
    local count = tonumber(redis.call('hget', KEYS[1], ARGV[2])) or 0
    local alive = 0
    for n = 1, count do
      alive = alive + redis.call('pexpire', KEYS[2] .. ':' .. ARGV[2] .. ':rwlock_timeout:' .. n, ARGV[1])
    end
    if alive == 0 then return 0 end
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 1`,
  writeAcquire: `
    local mode = redis.call('hget', KEYS[1], 'mode')
    if not mode then
      redis.call('hset', KEYS[1], 'mode', 'write', ARGV[2], 1)
      redis.call('pexpire', KEYS[1], ARGV[1])
      return nil
    end
    if mode == 'write' and redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
      redis.call('hincrby', KEYS[1], ARGV[2], 1)
      redis.call('pexpire', KEYS[1], redis.call('pttl', KEYS[1]) + ARGV[1])
      return nil
    end
    return redis.call('pttl', KEYS[1])`,
  writeUnlock: `
    local mode = redis.call('hget', KEYS[1], 'mode')
    if not mode then
      redis.call('publish', KEYS[2], '1')
      return nil
    end
    if mode ~= 'write' or redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end
    if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then
      redis.call('pexpire', KEYS[1], ARGV[2])
      return 0
    end
    redis.call('hdel', KEYS[1], ARGV[1])
    if redis.call('hlen', KEYS[1]) == 1 then
      redis.call('del', KEYS[1])
      redis.call('publish', KEYS[2], '1')
    else
      redis.call('hset', KEYS[1], 'mode', 'read')
    end
    return 1`,
  permitAcquire: `
    local id, deadline, now = ARGV[1], ARGV[2], ARGV[3]
    local expired = redis.call('zrangebyscore', KEYS[2], 0, now, 'limit', 0, 1)
    if #expired > 0 then
      redis.call('zrem', KEYS[2], unpack(expired))
      local free = redis.call('incrby', KEYS[1], #expired)
      if free > 0 then redis.call('publish', KEYS[3], free) end
    end
    local free = redis.call('get', KEYS[1])
    if free and tonumber(free) >= 1 then
      redis.call('decrby', KEYS[1], 1)
      redis.call('zadd', KEYS[2], deadline, id)
      local ttl = redis.call('pttl', KEYS[1])
      if ttl > 0 then redis.call('pexpire', KEYS[2], ttl) end
      return 'OK'
    end
    local nearest = redis.call('zrange', KEYS[2], 0, 0, 'withscores')
    if nearest[1] and tonumber(nearest[2]) ~= 922337203685477 then return ':' .. nearest[2] end
    return nil`,
  permitRelease: `
    local deadline = redis.call('zscore', KEYS[2], ARGV[1])
    if not deadline then return 0 end
    redis.call('zrem', KEYS[2], ARGV[1])
    redis.call('publish', KEYS[3], redis.call('incrby', KEYS[1], 1))
    return tonumber(deadline) > tonumber(ARGV[2]) and 1 or 0`,
  trySetPermits: `
    if redis.call('exists', KEYS[1]) == 1 then return 0 end
    redis.call('set', KEYS[1], ARGV[1])
    redis.call('publish', KEYS[2], ARGV[1])
    return 1`,
};

/** One lock as a Redisson client would use it. Replies are the scripts': null from an acquire = taken. */
export function redissonClient(redis: Redis, key: ByteString) {
  const queue = names.fairQueueOf(key);
  const deadlines = names.fairDeadlinesOf(key);
  const held = names.permitDeadlinesOf(key);
  const base = names.readHoldsBaseOf(key);
  const run = (lua: string, keys: ByteString[], args: (ByteString | number)[]): Promise<unknown> =>
    redis.eval(lua, keys.length, ...keys.map(toWire), ...args.map(toWire));

  return {
    fencedAcquire: (owner: string, leaseMs: number) =>
      run(steps.fencedAcquire, [key, names.fenceOf(key)], [leaseMs, owner]),
    unlock: (owner: string, leaseMs: number) =>
      run(steps.unlock, [key, names.channelOf(key)], [owner, leaseMs]),
    fairAcquire: (owner: string, leaseMs: number, waitMs: number, now = Date.now()) =>
      run(steps.fairAcquire, [key, queue, deadlines], [leaseMs, owner, waitMs, now, 1]),
    fairTryOnce: (owner: string, leaseMs: number, waitMs: number, now = Date.now()) =>
      run(steps.fairAcquire, [key, queue, deadlines], [leaseMs, owner, waitMs, now, 0]),
    fairGiveUp: (owner: string, waitMs: number) => run(steps.fairGiveUp, [queue, deadlines], [owner, waitMs]),
    fairUnlock: (owner: string, leaseMs: number, now = Date.now()) =>
      run(steps.fairUnlock, [key, queue, deadlines, names.channelOf(key)], [owner, leaseMs, now]),
    readAcquire: (owner: string, leaseMs: number) =>
      run(
        steps.readAcquire,
        [key, names.readTimeoutPrefixOf(key, owner)],
        [leaseMs, owner, names.writeOwnerOf(owner)],
      ),
    readUnlock: (owner: string) =>
      run(
        steps.readUnlock,
        [key, names.rwChannelOf(key), names.readTimeoutPrefixOf(key, owner), base],
        [owner],
      ),
    readRenew: (owner: string, leaseMs: number) => run(steps.readRenew, [key, base], [leaseMs, owner]),
    writeAcquire: (owner: string, leaseMs: number) =>
      run(steps.writeAcquire, [key], [leaseMs, names.writeOwnerOf(owner)]),
    writeUnlock: (owner: string, leaseMs: number) =>
      run(steps.writeUnlock, [key, names.rwChannelOf(key)], [names.writeOwnerOf(owner), leaseMs]),
    permitAcquire: (id: ByteString, leaseMs: number, now = Date.now()) =>
      run(steps.permitAcquire, [key, held, names.semaphoreChannelOf(key)], [id, now + leaseMs, now]),
    permitRelease: (id: ByteString, now = Date.now()) =>
      run(steps.permitRelease, [key, held, names.semaphoreChannelOf(key)], [id, now]),
    trySetPermits: (permits: number) =>
      run(steps.trySetPermits, [key, names.semaphoreChannelOf(key)], [permits]),
  };
}
