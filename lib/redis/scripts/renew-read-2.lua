-- renew-read-2.lua: one watchdog tick of a read hold: all holds of this token last for the lease from now. A hold whose
-- lease ended is over, even while other readers keep its entry in the hash. Never shortens: Redisson's tick sets the lock's
-- TTL to its own lease, which would end another reader's longer one.
-- KEYS[1] lock key   KEYS[2] base of the hold keys, as in acquire-read-2.lua
-- ARGV[1] holder token   ARGV[2] lease in ms
-- Returns {1, lease in ms}, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a read-write lock,
--         {-8, 0} the leases of all its holds have ended
-- include read-write-mode.lua
-- include raise-ttl.lua
-- include read-holds.lua
local me, lease = ARGV[1], tonumber(ARGV[2])
local mode = mode_of(KEYS[1])
if mode == 'none' then return {0, 0} end
if not mode then return {-2, 0} end
local count = tonumber(redis.call('HGET', KEYS[1], me) or 0)
if count == 0 then return {-1, 0} end
if longest_of(KEYS[2], me, count) == 0 then return {-8, 0} end
raise_ttl(KEYS[1], lease)
for n = 1, count do
  local key = hold_key(KEYS[2], me, n)
  if redis.call('PTTL', key) < lease then redis.call('SET', key, '1', 'PX', lease) end
end
return {1, lease}
