-- extend-read-write-2.lua: raise what is left to a reader or to the writer, if it still holds as was seen. A reader's
-- hold keys are raised with the lock: the next release of any reader sets the lock's TTL by them. Never shortens.
-- KEYS[1] lock key   KEYS[2] base of the hold keys, as in acquire-read-2.lua
-- ARGV[1] mode that was seen   ARGV[2] holder token, a writer's with `:write`   ARGV[3] hold count that was seen
-- ARGV[4] lease in ms from now
-- Returns {1, TTL of the lock in ms}, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a read-write lock,
--         {-3, hold count} count differs, {-5, 0} never expires, {-7, 0} the mode changed,
--         {-8, 0} a reader whose leases have all ended
-- include read-write-mode.lua
-- include raise-ttl.lua
-- include read-holds.lua
local token, lease = ARGV[2], tonumber(ARGV[4])
local mode = mode_of(KEYS[1])
if mode == 'none' then return {0, 0} end
if not mode then return {-2, 0} end
if mode ~= ARGV[1] then return {-7, 0} end
local count = token ~= 'mode' and redis.call('HGET', KEYS[1], token)
if not count then return {-1, 0} end
if count ~= ARGV[3] then return {-3, tonumber(count) or 0} end
if redis.call('PTTL', KEYS[1]) == -1 then return {-5, 0} end
if not string.find(token, ':write', 1, true) then
  if longest_of(KEYS[2], token, tonumber(count)) == 0 then return {-8, 0} end
  for n = 1, tonumber(count) do raise_ttl(hold_key(KEYS[2], token, n), lease) end
end
raise_ttl(KEYS[1], lease)
return {1, redis.call('PTTL', KEYS[1])}
