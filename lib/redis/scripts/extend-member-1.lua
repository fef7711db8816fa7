-- extend-member-1.lua: raise what is left to one holder of a lock, each of whom is a member of a sorted set whose scores
-- are deadlines (epoch ms of this server), or of a set, where all share the TTL of the key. Never shortens.
-- KEYS[1] lock key
-- ARGV[1] member of the holder   ARGV[2] lease in ms from now   ARGV[3..n] members raised with it, where they are there
-- Returns {1, TTL of the key in ms}, {0, 0} absent, {-1, 0} no such member, {-2, 0} neither kind of set,
--         {-5, 0} never expires, {-8, 0} the holder's lease has ended
-- include now.lua
-- include raise-ttl.lua
local kind, lease = redis.call('TYPE', KEYS[1]).ok, tonumber(ARGV[2])
if kind == 'none' then return {0, 0} end
if kind ~= 'zset' and kind ~= 'set' then return {-2, 0} end
if kind == 'set' and redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return {-1, 0} end
local score = kind == 'zset' and redis.call('ZSCORE', KEYS[1], ARGV[1])
if kind == 'zset' and not score then return {-1, 0} end
if redis.call('PTTL', KEYS[1]) == -1 then return {-5, 0} end
if score then
  local now = now_ms()
  if tonumber(score) <= now then return {-8, 0} end
  for i = 1, #ARGV do
    local deadline = i ~= 2 and redis.call('ZSCORE', KEYS[1], ARGV[i])
    if deadline and tonumber(deadline) < now + lease then redis.call('ZADD', KEYS[1], now + lease, ARGV[i]) end
  end
end
return {1, raise_ttl(KEYS[1], lease)}
