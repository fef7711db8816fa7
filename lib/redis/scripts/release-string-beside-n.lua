-- release-string-beside-n.lua: delete a string lock if this token still holds it, and what it left in the keys beside it:
-- the other keys of a lock that is held in several, a hold count, a place in a queue.
-- KEYS[1..n] lock key, then the keys beside it
-- ARGV[1] holder token   ARGV[2] deadline as ARGV[4] of release-string-1.lua
-- ARGV[3..n+1] what KEYS[2..n] are: 'same' = deleted if it is a string that holds the token, 'any' = deleted,
--         'member' = the token is taken out of a sorted set, set or list
-- Returns {1, 0} released, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string, {-4, 0} deadline moved
-- include deadline.lua
local token = redis.pcall('GET', KEYS[1])
if token ~= ARGV[1] then
  if not token then return {0, 0} end
  if type(token) ~= 'table' then return {-1, 0} end
  -- What Redis refuses, such as a right that is missing, is no other type.
  return string.find(token.err, 'WRONGTYPE', 1, true) and {-2, 0} or token
end
if deadline_moved(KEYS[1], ARGV[2]) then return {-4, 0} end
redis.call('DEL', KEYS[1])
for i = 2, #KEYS do
  local key, what = KEYS[i], ARGV[i + 1]
  local kind = redis.call('TYPE', key).ok
  if what == 'any' then redis.call('DEL', key)
  elseif what == 'same' then
    if kind == 'string' and redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
  elseif kind == 'zset' then redis.call('ZREM', key, ARGV[1])
  elseif kind == 'set' then redis.call('SREM', key, ARGV[1])
  elseif kind == 'list' then redis.call('LREM', key, 0, ARGV[1]) end
end
return {1, 0}
