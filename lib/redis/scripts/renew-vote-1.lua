-- renew-vote-1.lua: one node's part of a Redlock renewal: raise the TTL if this token holds the key. A node that forgot the
-- key gets it back, as the quorum that holds the lock may give it, but says absent: the vote is for what was kept.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms from now
-- Returns {1, TTL in ms}, {0, lease in ms} absent, taken again, {-1, TTL in ms or -1 for never} held by another token,
--         {-2, 0} not a string
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return {0, tonumber(ARGV[2])}
end
if kind ~= 'string' then return {-2, 0} end
local pttl = redis.call('PTTL', KEYS[1])
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {-1, pttl} end
if pttl >= 0 and pttl < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  pttl = tonumber(ARGV[2])
end
return {1, pttl}
