-- renew-reentrant-1.lua: one watchdog tick: raise the TTL to the lease if this token still holds the lock.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a hash
-- include raise-ttl.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return {-1, 0} end
return {1, raise_ttl(KEYS[1], tonumber(ARGV[2]))}
