-- acquire-read-2.lua: take or re-enter the read side of a read-write lock, as Redisson's RReadLock does. Readers share
-- it; a writer may read as well, under its token without `:write`.
-- KEYS[1] lock key   KEYS[2] base of the hold keys: the lock key, in braces unless it has an opening one
-- ARGV[1] holder token   ARGV[2] lease in ms of this hold   ARGV[3] its holds after this call; 1 = not a re-entry
-- Returns {1, holds}, {0, 0} nothing to re-enter, {-1, TTL in ms or -1 for never} another token writes,
--         {-2, 0} not a read-write lock
-- include read-write-mode.lua
-- include raise-ttl.lua
-- include read-holds.lua
local me, lease, wanted = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local mode = mode_of(KEYS[1])
if not mode then return {-2, 0} end
local count = mode ~= 'none' and tonumber(redis.call('HGET', KEYS[1], me) or 0) or 0
if mode == 'write' and redis.call('HEXISTS', KEYS[1], me .. ':write') == 0 then
  return {-1, redis.call('PTTL', KEYS[1])}
end
if count == 0 and wanted > 1 then return {0, 0} end
if mode == 'none' then redis.call('HSET', KEYS[1], 'mode', 'read') end
if count < wanted then count = redis.call('HINCRBY', KEYS[1], me, 1) end
redis.call('SET', hold_key(KEYS[2], me, math.min(count, wanted)), '1', 'PX', lease)
raise_ttl(KEYS[1], lease)
return {1, count}
