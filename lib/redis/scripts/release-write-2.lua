-- release-write-2.lua: give back write holds. The last one deletes the lock, or leaves it to the read holds of the same
-- holder, which then share it. The holder says how many holds are to be left, so that a call sent again does not give
-- back two. All waiters are told `1`. When the lock becomes a read lock Redisson tells nobody, and the readers that wait
-- sleep on until its TTL ends; the message is harmless there, since who is woken only runs its acquire script again.
-- KEYS[1] lock key   KEYS[2] base of the hold keys, as in acquire-read-2.lua
-- ARGV[1] holder token with `:write`   ARGV[2] lease in ms for the holds that remain
-- ARGV[3] release channel   ARGV[4] PUBLISH or SPUBLISH   ARGV[5] write holds left after this call
-- Returns {1, subscribers reached} this token writes no more, {2, holds left},
--         {0, subscribers reached} absent (waiters are told, as in Redisson), {-1, 0} not held by this token,
--         {-2, 0} not a read-write lock
-- include read-write-mode.lua
-- include raise-ttl.lua
-- include read-holds.lua
local lease, left = tonumber(ARGV[2]), tonumber(ARGV[5])
local mode = mode_of(KEYS[1])
if mode == 'none' then return {0, redis.call(ARGV[4], ARGV[3], '1')} end
if not mode then return {-2, 0} end
local count = mode == 'write' and tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0) or 0
if count == 0 then return {-1, 0} end
if left > 0 then
  raise_ttl(KEYS[1], lease) -- read holds beneath may last longer
  if count > left then redis.call('HINCRBY', KEYS[1], ARGV[1], left - count) end
  return {2, left}
end
local longest = longest_but(KEYS[1], KEYS[2], ARGV[1])
local reached = redis.call(ARGV[4], ARGV[3], '1')
if longest == 0 then
  redis.call('DEL', KEYS[1])
else
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HSET', KEYS[1], 'mode', 'read')
  raise_ttl(KEYS[1], longest)
end
return {1, reached}
