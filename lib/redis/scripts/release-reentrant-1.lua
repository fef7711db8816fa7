-- release-reentrant-1.lua: give back one hold; the last one wakes the waiters and deletes the lock. The holder says how
-- many holds are to be left, so that a call sent again does not give back two.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms for the holds that remain
-- ARGV[3] release channel   ARGV[4] PUBLISH or SPUBLISH   ARGV[5] holds left after this call
-- Returns {1, subscribers reached} released, {2, holds left}, {0, 0} absent, {-1, 0} not held by this token,
--         {-2, 0} not a hash
-- include raise-ttl.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local count = redis.call('HGET', KEYS[1], ARGV[1])
if not count then return {-1, 0} end
local left = tonumber(ARGV[5])
if left > 0 then
  raise_ttl(KEYS[1], tonumber(ARGV[2]))
  if tonumber(count) > left then redis.call('HINCRBY', KEYS[1], ARGV[1], left - tonumber(count)) end
  return {2, left}
end
local reached = redis.call(ARGV[4], ARGV[3], '0')
redis.call('DEL', KEYS[1])
return {1, reached}
