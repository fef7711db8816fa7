-- acquire-fair-3.lua: take or re-enter a fair lock, as Redisson's RFairLock does, or join its queue. A waiter asks again
-- with the same token, keeps its place, and takes the lock once it is the head and the lock is free.
-- Deadlines are this server's time; Redisson's are its clients'. A deadline is where a waiter that was not heard of is
-- dropped. Redisson never moves it, so a lock held for long costs live waiters their place; here, who asks while less
-- than its own half wait is left beyond the waits of those ahead gets them in full again. Redisson reads such a score
-- as any other, and the order is the list's. So a waiter keeps its place while it asks every half wait.
-- KEYS[1] lock key   KEYS[2] queue (list)   KEYS[3] deadlines (zset, epoch ms)
-- ARGV[1] holder token   ARGV[2] lease in ms   ARGV[3] hold count after this call; 1 = not a re-entry
-- ARGV[4] wait in ms: how long after its turn was due a silent waiter is dropped; the same in all calls of a waiter,
--         give-up-fair-3.lua included. 0 = one attempt by a token that does not queue
-- Returns {1, hold count}, {0, 0} nothing to re-enter, {-1, TTL in ms or -1 for never} not its turn: held by another
--         token, or {-1, 0} free and another waiter's (pause, there is no TTL to wait for), {-2, 0} not a fair lock's keys
-- include now.lua
-- include fair-queue.lua
-- include raise-ttl.lua
local me, wanted, wait = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4])
local kind = redis.call('TYPE', KEYS[1]).ok
local queue_kind, deadlines_kind = redis.call('TYPE', KEYS[2]).ok, redis.call('TYPE', KEYS[3]).ok
if kind ~= 'none' and kind ~= 'hash' then return {-2, 0} end
if queue_kind ~= 'none' and queue_kind ~= 'list' then return {-2, 0} end
if deadlines_kind ~= 'none' and deadlines_kind ~= 'zset' then return {-2, 0} end
if kind == 'none' and wanted > 1 then return {0, 0} end

local now = now_ms()
local head = live_head(KEYS[2], KEYS[3], now, me)
if kind == 'none' and (not head or head == me) then
  redis.call('LPOP', KEYS[2])
  redis.call('ZREM', KEYS[3], me)
  take_off_wait(KEYS[3], redis.call('LRANGE', KEYS[2], 0, -1), wait, now)
  redis.call('HSET', KEYS[1], me, 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {1, 1}
end

local count = kind == 'hash' and tonumber(redis.call('HGET', KEYS[1], me) or 0) or 0
if count > 0 then
  if count < wanted then count = redis.call('HINCRBY', KEYS[1], me, 1) end
  raise_ttl(KEYS[1], tonumber(ARGV[2]))
  return {1, count}
end

local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then ttl = 0 end
if wait == 0 or wanted > 1 then return {-1, ttl} end

local deadline = redis.call('ZSCORE', KEYS[3], me)
local place = redis.call('LPOS', KEYS[2], me)
if not deadline then
  local last = redis.call('LINDEX', KEYS[2], -1)
  local before = last and last ~= me and redis.call('ZSCORE', KEYS[3], last)
  local due = before and tonumber(before) - now or ttl
  redis.call('ZADD', KEYS[3], now + math.max(due, 0) + wait, me)
elseif place and tonumber(deadline) - now < (place + 0.5) * wait then
  redis.call('ZADD', KEYS[3], now + (place + 1) * wait, me)
end
if not place then redis.call('RPUSH', KEYS[2], me) end
return {-1, ttl}
