-- acquire-write-1.lua: take or re-enter the write side of a read-write lock, as Redisson's RWriteLock does. A re-entry
-- never shortens the TTL, and sets it to the lease at least; Redisson's adds the lease to it, so that it grows with each.
-- KEYS[1] lock key
-- ARGV[1] holder token with `:write`   ARGV[2] lease in ms   ARGV[3] its holds after this call; 1 = not a re-entry
-- Returns {1, holds}, {0, 0} nothing to re-enter, {-1, TTL in ms or -1 for never} another token writes, or somebody
--         reads (its own reads count: a reader cannot become a writer), {-2, 0} not a read-write lock
-- include read-write-mode.lua
local lease, wanted = tonumber(ARGV[2]), tonumber(ARGV[3])
local mode = mode_of(KEYS[1])
if not mode then return {-2, 0} end
if mode == 'none' then
  if wanted > 1 then return {0, 0} end
  redis.call('HSET', KEYS[1], 'mode', 'write', ARGV[1], 1)
  redis.call('PEXPIRE', KEYS[1], lease)
  return {1, 1}
end
local pttl = redis.call('PTTL', KEYS[1])
local count = mode == 'write' and tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0) or 0
if count == 0 then return {-1, pttl} end
if count < wanted then count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1) end
if pttl < lease then redis.call('PEXPIRE', KEYS[1], lease) end
return {1, count}
