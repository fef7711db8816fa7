-- acquire-reentrant-1.lua: take or re-enter a reentrant lock, as Redisson's RLock does. The holder says which hold this
-- is, so that a call sent again does not count twice and a re-entry never takes a lock that was lost meanwhile.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms   ARGV[3] hold count after this call; 1 = not a re-entry
-- Returns {1, hold count}, {0, 0} nothing to re-enter, {-1, TTL in ms or -1 for never} held by another token,
--         {-2, 0} not a hash
-- include raise-ttl.lua
local kind = redis.call('TYPE', KEYS[1]).ok
local wanted = tonumber(ARGV[3])
if kind == 'none' and wanted > 1 then return {0, 0} end
if kind ~= 'none' and kind ~= 'hash' then return {-2, 0} end
local count = 0
if kind == 'hash' then
  count = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
  if count == 0 then return {-1, redis.call('PTTL', KEYS[1])} end
end
if count < wanted then count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1) end
if kind == 'none' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) else raise_ttl(KEYS[1], tonumber(ARGV[2])) end
return {1, count}
