-- extend-refreshed-member-1.lua: raise what is left to one holder of a sorted set whose scores are the times of a refresh and
-- whose key lapses with its newest member. No clock is asked: scores are those of the clients' clocks. Never shortens.
-- KEYS[1] lock key
-- ARGV[1] lease in ms from now   ARGV[2] member of the holder   ARGV[3..n] members raised with it, where they are there
-- Returns {1, TTL of the key in ms}, {0, 0} absent, {-1, 0} no such member, {-2, 0} not a sorted set,
--         {-5, 0} never expires, so there is nothing to extend
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'zset' then return {-2, 0} end
if not redis.call('ZSCORE', KEYS[1], ARGV[2]) then return {-1, 0} end
local pttl, lease = redis.call('PTTL', KEYS[1]), tonumber(ARGV[1])
if pttl == -1 then return {-5, 0} end
local newest = tonumber(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
local target = newest + lease - pttl
for i = 2, #ARGV do
  local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if score and tonumber(score) < target then
    redis.call('ZADD', KEYS[1], string.format('%.17g', target), ARGV[i])
  end
end
if pttl < lease then
  redis.call('PEXPIRE', KEYS[1], lease)
  pttl = lease
end
return {1, pttl}
