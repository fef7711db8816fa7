-- release-unique-job-7.lua: take one job off a lock of sidekiq-unique-jobs if it still has it since the same moment; the
-- last one takes all of the lock's keys along. Does what the library's own unlock does, for any type of lock.
-- KEYS[1] jobs that hold it (hash)   KEYS[2] digest   KEYS[3] queued   KEYS[4] primed   KEYS[5] info
-- KEYS[6] all digests (zset)   KEYS[7] digests that expire (zset)
-- ARGV[1] job id   ARGV[2] what the hash says of it, as it was seen   ARGV[3] '1' = waiters block on KEYS[3] (before v9)
-- Returns {1, jobs that still hold it}, {0, 0} absent, {-1, 0} not held by this job, or since another moment,
--         {-2, 0} not a hash
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return {-1, 0} end
if ARGV[3] == '1' then
  redis.call('LPUSH', KEYS[3], '1')
  redis.call('PEXPIRE', KEYS[3], 5000)
end
redis.call('HDEL', KEYS[1], ARGV[1])
local left = redis.call('HLEN', KEYS[1])
if left == 0 then
  redis.call('DEL', KEYS[2], KEYS[4], KEYS[5])
  redis.call('ZREM', KEYS[6], KEYS[2])
  redis.call('ZREM', KEYS[7], KEYS[2])
end
return {1, left}
