-- give-up-fair-3.lua: leave a fair lock's queue. Those behind come due that much earlier.
-- Where the head leaves and the lock is free, the next waiter is told. Redisson does not do this: its next waiter sleeps
-- on. The message is harmless there, since who is woken only runs its acquire script again. A waiter whose deadline has
-- passed may be gone: it is told, and so is the one behind it.
-- KEYS[1] lock key   KEYS[2] queue (list)   KEYS[3] deadlines (zset, epoch ms)
-- ARGV[1] holder token   ARGV[2] wait in ms, as in acquire-fair-3.lua
-- ARGV[3] release channel of the lock; a waiter's own is <this>:<its token>   ARGV[4] PUBLISH or SPUBLISH
-- Returns {1, subscribers reached} left the queue, {0, 0} was not in it (also when sent again),
--         {2, hold count} holds the lock: release it; nothing was done, {-2, 0} not a fair lock's keys
-- include now.lua
-- include fair-queue.lua
local me, wait = ARGV[1], tonumber(ARGV[2])
local kind = redis.call('TYPE', KEYS[1]).ok
local queue_kind, deadlines_kind = redis.call('TYPE', KEYS[2]).ok, redis.call('TYPE', KEYS[3]).ok
if kind ~= 'none' and kind ~= 'hash' then return {-2, 0} end
if queue_kind ~= 'none' and queue_kind ~= 'list' then return {-2, 0} end
if deadlines_kind ~= 'none' and deadlines_kind ~= 'zset' then return {-2, 0} end
local count = kind == 'hash' and redis.call('HGET', KEYS[1], me)
if count then return {2, tonumber(count) or 0} end

local now = now_ms()
local head = live_head(KEYS[2], KEYS[3], now, me)
local place = redis.call('LPOS', KEYS[2], me)
if not place then
  redis.call('ZREM', KEYS[3], me)
  return {0, 0}
end
local behind, reached = redis.call('LRANGE', KEYS[2], place + 1, -1), 0
if head == me and kind == 'none' then
  for _, member in ipairs(behind) do
    reached = reached + redis.call(ARGV[4], ARGV[3] .. ':' .. member, '0')
    local deadline = redis.call('ZSCORE', KEYS[3], member)
    if not deadline or tonumber(deadline) - wait > now then break end
  end
end
take_off_wait(KEYS[3], behind, wait, now)
redis.call('ZREM', KEYS[3], me)
redis.call('LREM', KEYS[2], 0, me)
return {1, reached}
