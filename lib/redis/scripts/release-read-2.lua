-- release-read-2.lua: give back read holds. The lock lasts as long as the longest hold that stays, and goes with the
-- last. The holder says how many holds are to be left, so that a call sent again does not give back two.
-- KEYS[1] lock key   KEYS[2] base of the hold keys, as in acquire-read-2.lua
-- ARGV[1] holder token   ARGV[2] lease in ms for the holds that remain
-- ARGV[3] release channel   ARGV[4] PUBLISH or SPUBLISH   ARGV[5] holds of this token left after this call
-- Returns {1, subscribers reached} this token holds nothing any more; told `0` when it was the last, {2, holds left},
--         {0, subscribers reached} absent (waiters are told, as in Redisson), {-1, 0} not held by this token,
--         {-2, 0} not a read-write lock, {-8, 0} holds were to stay, but the leases of all have ended; nothing was done
-- include read-write-mode.lua
-- include raise-ttl.lua
-- include read-holds.lua
-- include end-reader.lua
local me, lease, left = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[5])
local mode = mode_of(KEYS[1])
if mode == 'none' then return {0, redis.call(ARGV[4], ARGV[3], '0')} end
if not mode then return {-2, 0} end
local count = tonumber(redis.call('HGET', KEYS[1], me) or 0)
if count == 0 then return {-1, 0} end
if left == 0 then
  local _, reached = end_reader(KEYS[1], KEYS[2], mode, me, count, ARGV[3], ARGV[4])
  return {1, reached}
end

if longest_of(KEYS[2], me, count) == 0 then return {-8, 0} end
for n = left + 1, count do redis.call('DEL', hold_key(KEYS[2], me, n)) end
if count > left then count = redis.call('HINCRBY', KEYS[1], me, left - count) end
-- The leases of ours share one end, whichever hold had the longest; Redisson's unlock leaves the other holds as they are.
for n = 1, count do
  local key = hold_key(KEYS[2], me, n)
  if redis.call('PTTL', key) < lease then redis.call('SET', key, '1', 'PX', lease) end
end
local longest = longest_but(KEYS[1], KEYS[2])
-- A writer's lease is the TTL of the lock itself, which Redisson would cut down to the rest of its read holds.
if mode == 'write' then raise_ttl(KEYS[1], longest) else redis.call('PEXPIRE', KEYS[1], longest) end
return {2, count}
