-- acquire-permit-2.lua: take one permit of a semaphore, as Redisson's RPermitExpirableSemaphore does. A permit whose
-- deadline has passed goes back when somebody asks: one at a time, and the number that is free then is told.
-- Deadlines are this server's time; Redisson's are its clients'.
-- KEYS[1] free permits (string)   KEYS[2] held permits (zset, epoch ms)
-- ARGV[1] permit id, 16 raw bytes   ARGV[2] lease in ms   ARGV[3] permits the semaphore has, held ones included, to be
--         used where none were ever set; or 'none'   ARGV[4] release channel   ARGV[5] PUBLISH or SPUBLISH
-- Returns {1, permits still free}, {-1, ms until a permit expires or -1 for never} none is free,
--         {0, the same} none were ever set, {-2, 0} not a semaphore's keys
-- include now.lua
-- include permits.lua
if not is_semaphore(KEYS[1], KEYS[2]) then return {-2, 0} end
local now = now_ms()
local free = free_permits(KEYS[1])
local mine = redis.call('ZSCORE', KEYS[2], ARGV[1])
if mine and tonumber(mine) > now then return {1, free or 0} end -- sent again

if not free and ARGV[3] ~= 'none' then
  free = tonumber(ARGV[3]) - redis.call('ZCARD', KEYS[2])
  tell_free(ARGV[5], ARGV[4], free)
  redis.call('SET', KEYS[1], free)
end
local expired = mine and {ARGV[1]} or redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1)
if expired[1] then
  free = (free or 0) + 1
  tell_free(ARGV[5], ARGV[4], free)
  redis.call('ZREM', KEYS[2], expired[1])
  redis.call('INCR', KEYS[1])
end
if free and free > 0 then
  redis.call('DECR', KEYS[1])
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[2]), ARGV[1])
  keep_ttl(KEYS[1], KEYS[2])
  return {1, free - 1}
end
local nearest = tonumber(redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2])
local ms = -1
if nearest and nearest < NEVER then ms = math.max(nearest - now, 0) end
return {free and -1 or 0, ms}
