-- read-permits-2.lua: how many permits are free and held. Writes nothing: permits whose lease has ended count as free,
-- although they go back only when somebody asks for one. (Redisson's own getters take them back.)
-- KEYS[1] free permits (string)   KEYS[2] held permits (zset, epoch ms of this server)
-- Returns {1, permits free, permits held}: the third is decimal text, {0, 0} none were ever set,
--         {-2, 0} not a semaphore's keys
-- include now.lua
-- include permits.lua
if not is_semaphore(KEYS[1], KEYS[2]) then return {-2, 0} end
local free = free_permits(KEYS[1])
if not free then return {0, 0} end
local now = now_ms()
local held = redis.call('ZCOUNT', KEYS[2], '(' .. string.format('%.0f', now), '+inf')
return {1, free + redis.call('ZCARD', KEYS[2]) - held, string.format('%d', held)}
