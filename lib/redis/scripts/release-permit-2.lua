-- release-permit-2.lua: give a permit back, and tell how many are free. Also frees a permit by force: its id says all.
-- KEYS[1] free permits (string)   KEYS[2] held permits (zset, epoch ms of this server)
-- ARGV[1] permit id, 16 raw bytes   ARGV[2] release channel   ARGV[3] PUBLISH or SPUBLISH
-- ARGV[4] left out for the holder's own release; otherwise the key that tells the holder it was freed by force
-- Returns {1, subscribers reached}, {-8, subscribers reached} given back, but its lease had ended before,
--         {0, 0} not held: given back, or taken back after its lease (also when sent again), {-2, 0} not a semaphore's keys
-- include now.lua
-- include permits.lua
-- include remember-force.lua
if not is_semaphore(KEYS[1], KEYS[2]) then return {-2, 0} end
local deadline = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not deadline then return {0, 0} end
local reached = tell_free(ARGV[3], ARGV[2], (free_permits(KEYS[1]) or 0) + 1)
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('INCR', KEYS[1])
if ARGV[4] then remember_force(ARGV[4], ARGV[1]) end
return {tonumber(deadline) > now_ms() and 1 or -8, reached}
