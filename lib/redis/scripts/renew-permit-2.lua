-- renew-permit-2.lua: raise a permit's deadline if it is still held and its lease has not ended. Never shortens.
-- Redisson's updateLeaseTime sets the deadline to its client's time, later or earlier.
-- KEYS[1] free permits (string)   KEYS[2] held permits (zset, epoch ms of this server)
-- ARGV[1] permit id, 16 raw bytes   ARGV[2] lease in ms from now
-- Returns {1, ms until its deadline}, {0, 0} not held, {-8, 0} its lease has ended, {-5, 0} it never expires,
--         {-2, 0} not a semaphore's keys
-- include now.lua
-- include permits.lua
if not is_semaphore(KEYS[1], KEYS[2]) then return {-2, 0} end
local now = now_ms()
local deadline = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]))
if not deadline then return {0, 0} end
if deadline >= NEVER then return {-5, 0} end
if deadline <= now then return {-8, 0} end
deadline = math.max(deadline, now + tonumber(ARGV[2]))
redis.call('PERSIST', KEYS[2]) -- takes no memory: a full server lets a script go on that has written
redis.call('ZADD', KEYS[2], 'XX', deadline, ARGV[1])
keep_ttl(KEYS[1], KEYS[2])
return {1, deadline - now}
