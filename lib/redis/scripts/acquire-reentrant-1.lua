-- acquire-reentrant-1.lua: take or re-enter a reentrant lock, as Redisson's RLock does.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms
-- Returns {1, hold count}, {-1, TTL in ms or -1 for never} held by another token, {-2, 0} not a hash
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'none' and kind ~= 'hash' then return {-2, 0} end
if kind == 'none' or redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  local count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {1, count}
end
return {-1, redis.call('PTTL', KEYS[1])}
