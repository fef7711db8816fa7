-- release-fair-3.lua: give back one hold of a fair lock; the last one wakes the head of the queue on its own channel and
-- deletes the lock. The holder says how many holds are to be left, so that a call sent again does not give back two.
-- The queue is never touched but for heads whose deadline has passed. A lock that is gone wakes the head as well: it may
-- have lapsed without a message. Renewed by renew-reentrant-1.lua, freed by force by force-release-reentrant-3.lua.
-- KEYS[1] lock key   KEYS[2] queue (list)   KEYS[3] deadlines (zset, epoch ms of this server)
-- ARGV[1] holder token   ARGV[2] lease in ms for the holds that remain
-- ARGV[3] release channel of the lock; a waiter's own is <this>:<its token>   ARGV[4] PUBLISH or SPUBLISH
-- ARGV[5] holds left after this call
-- Returns {1, subscribers reached} released, {2, holds left}, {0, subscribers reached} absent,
--         {-1, 0} not held by this token, {-2, 0} not a hash
-- include now.lua
-- include fair-queue.lua
-- include raise-ttl.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'none' and kind ~= 'hash' then return {-2, 0} end
local head = live_head(KEYS[2], KEYS[3], now_ms())
local count = kind == 'hash' and redis.call('HGET', KEYS[1], ARGV[1])
if kind == 'hash' and not count then return {-1, 0} end
local left = tonumber(ARGV[5])
if count and left > 0 then
  raise_ttl(KEYS[1], tonumber(ARGV[2]))
  if tonumber(count) > left then redis.call('HINCRBY', KEYS[1], ARGV[1], left - tonumber(count)) end
  return {2, left}
end
local reached = 0
if head then reached = redis.call(ARGV[4], ARGV[3] .. ':' .. head, '0') end
redis.call('DEL', KEYS[1])
return {count and 1 or 0, reached}
