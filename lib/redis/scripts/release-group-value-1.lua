-- release-group-value-1.lua: free one value of a Redisson group lock, all its holds at once, if it is still held exactly
-- as was seen. Other values stay; waiters of a group listen on one channel, whichever value they wait for.
-- KEYS[1] group (hash: value -> owner, and <value>:<owner>:expire_time and :lock_count)
-- ARGV[1] value   ARGV[2] owner   ARGV[3] hold count that was seen   ARGV[4] release channel   ARGV[5] PUBLISH or SPUBLISH
-- Returns {1, subscribers reached} released, {0, 0} absent, {-1, 0} not held by this owner, {-2, 0} not a hash,
--         {-3, hold count} count differs
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local hold = ARGV[1] .. ':' .. ARGV[2]
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return {-1, 0} end
local count = redis.call('HGET', KEYS[1], hold .. ':lock_count')
if count ~= ARGV[3] then return {-3, tonumber(count or 0) or 0} end
local reached = redis.call(ARGV[5], ARGV[4], '0')
redis.call('HDEL', KEYS[1], ARGV[1], hold .. ':expire_time', hold .. ':lock_count')
return {1, reached}
