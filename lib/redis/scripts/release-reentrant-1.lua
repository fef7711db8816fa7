-- release-reentrant-1.lua: give back one hold; the last one deletes the lock and wakes the waiters.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms for the holds that remain
-- ARGV[3] release channel   ARGV[4] PUBLISH or SPUBLISH
-- Returns {1, subscribers reached} released, {2, holds left}, {0, 0} absent, {-1, 0} not held by this token,
--         {-2, 0} not a hash
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return {-1, 0} end
local left = redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {2, left}
end
redis.call('DEL', KEYS[1])
return {1, redis.call(ARGV[4], ARGV[3], '0')}
