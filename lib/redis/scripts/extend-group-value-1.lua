-- extend-group-value-1.lua: raise the deadline of one value of a Redisson group lock, and the TTL of the group with it, if
-- it is still held exactly as was seen. Never shortens. Deadlines are this server's time; Redisson's are its clients'.
-- KEYS[1] group, as in release-group-value-1.lua
-- ARGV[1] value   ARGV[2] owner   ARGV[3] hold count that was seen   ARGV[4] lease in ms from now
-- Returns {1, ms until its deadline}, {0, 0} absent, {-1, 0} not held by this owner, {-2, 0} not a hash,
--         {-3, hold count} count differs, {-5, 0} the group never expires, {-8, 0} its lease has ended
-- include now.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local hold, lease, now = ARGV[1] .. ':' .. ARGV[2], tonumber(ARGV[4]), now_ms()
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return {-1, 0} end
local count = redis.call('HGET', KEYS[1], hold .. ':lock_count')
if count ~= ARGV[3] then return {-3, tonumber(count or 0) or 0} end
local pttl = redis.call('PTTL', KEYS[1])
if pttl == -1 then return {-5, 0} end
local deadline = tonumber(redis.call('HGET', KEYS[1], hold .. ':expire_time') or 0) or 0
if deadline <= now then return {-8, 0} end
deadline = math.max(deadline, now + lease)
redis.call('HSET', KEYS[1], hold .. ':expire_time', string.format('%.0f', deadline))
redis.call('PEXPIRE', KEYS[1], math.max(pttl, lease))
return {1, deadline - now}
