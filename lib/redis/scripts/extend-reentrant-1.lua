-- extend-reentrant-1.lua: raise a reentrant lock's TTL if this token still holds it as often as was seen. Never shortens.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms from now   ARGV[3] hold count that was seen
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a hash,
--         {-3, hold count} count differs, {-5, 0} never expires, {-6, fields} other fields beside the holder's
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local count = redis.call('HGET', KEYS[1], ARGV[1])
if not count then return {-1, 0} end
if redis.call('HLEN', KEYS[1]) ~= 1 then return {-6, redis.call('HLEN', KEYS[1])} end
if count ~= ARGV[3] then return {-3, tonumber(count) or 0} end
local pttl = redis.call('PTTL', KEYS[1])
if pttl == -1 then return {-5, 0} end
if pttl < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  pttl = tonumber(ARGV[2])
end
return {1, pttl}
