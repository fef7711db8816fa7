-- set-permits-2.lua: say how many permits a semaphore has, if nobody ever did: Redisson's trySetPermits. Permits that are
-- held although the counter is gone are counted in, so that there are never more than was said; Redisson forgets them.
-- KEYS[1] free permits (string)   KEYS[2] held permits (zset)
-- ARGV[1] permits, held ones included   ARGV[2] release channel   ARGV[3] PUBLISH or SPUBLISH
-- Returns {1, subscribers reached} set, {-3, permits free} was set before (also when sent again), {-2, 0} not a
--         semaphore's keys
-- include permits.lua
if not is_semaphore(KEYS[1], KEYS[2]) then return {-2, 0} end
local free = free_permits(KEYS[1])
if free then return {-3, free} end
free = tonumber(ARGV[1]) - redis.call('ZCARD', KEYS[2])
local reached = tell_free(ARGV[3], ARGV[2], free)
redis.call('SET', KEYS[1], free)
return {1, reached}
