-- quarantine-hash-1.lua: as quarantine-string-1.lua, of a reentrant lock that is still held exactly as was seen.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] hold count that was seen   ARGV[3] operator's token   ARGV[4] its TTL in ms
-- ARGV[5] key by which the holder learns that it was freed by force, '' = none
-- Returns {1, 0} done, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a hash,
--         {-3, hold count} count differs, {-6, fields} more fields than the holder's
-- include remember-force.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local count = redis.call('HGET', KEYS[1], ARGV[1])
if not count then return {-1, 0} end
if redis.call('HLEN', KEYS[1]) ~= 1 then return {-6, redis.call('HLEN', KEYS[1])} end
if count ~= ARGV[2] then return {-3, tonumber(count) or 0} end
redis.call('HSET', KEYS[1], ARGV[3], '1')
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
if ARGV[5] ~= '' then remember_force(ARGV[5], ARGV[1]) end
return {1, 0}
