-- release-grabbed-3.lua: put a token of the Ruby semaphore back among the free ones, if it is still held since the same
-- moment. Tokens are few and used again, so only the moment tells a holder from a successor. One blocked waiter wakes.
-- KEYS[1] held tokens (hash: token, moment of taking)   KEYS[2] free tokens (list)   KEYS[3] marker, whose TTL all keys have
-- ARGV[1] token   ARGV[2] moment, as it was seen
-- Returns {1, 0} given back, {0, 0} absent, {-1, 0} not held, or taken at another moment, {-2, 0} not a semaphore's keys
local kind, free_kind = redis.call('TYPE', KEYS[1]).ok, redis.call('TYPE', KEYS[2]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' or (free_kind ~= 'none' and free_kind ~= 'list') then return {-2, 0} end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return {-1, 0} end
redis.call('LPUSH', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
local pttl = redis.call('PTTL', KEYS[3])
if free_kind == 'none' and pttl > 0 then redis.call('PEXPIRE', KEYS[2], pttl) end
return {1, 0}
