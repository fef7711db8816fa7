-- renew-write-1.lua: one watchdog tick of a write hold: the lock lasts for the lease from now. renew-reentrant-1.lua and
-- Redisson's tick would do, but for a writer that reads as well: they cut the lock's TTL below a longer read lease.
-- KEYS[1] lock key
-- ARGV[1] holder token with `:write`   ARGV[2] lease in ms
-- Returns {1, lease in ms}, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a read-write lock
-- include read-write-mode.lua
local lease = tonumber(ARGV[2])
local mode = mode_of(KEYS[1])
if mode == 'none' then return {0, 0} end
if not mode then return {-2, 0} end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return {-1, 0} end
if redis.call('PTTL', KEYS[1]) < lease then redis.call('PEXPIRE', KEYS[1], lease) end
return {1, lease}
