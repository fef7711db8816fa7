-- release-contents-1.lua: delete a key whose content nobody knows the meaning of, if all of it is still as was seen.
-- KEYS[1] key
-- ARGV[1] hash, zset, list or set   ARGV[2] deadline that was seen (epoch ms of this server, or 'none')
-- ARGV[3..] everything in it: field and value, member and score, or items (those of a list in order)
-- Returns {1, 0} deleted, {0, 0} absent, {-1, 0} other content, {-2, 0} another type, {-4, 0} deadline moved
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= ARGV[1] then return {-2, 0} end
local length = {hash = 'HLEN', zset = 'ZCARD', list = 'LLEN', set = 'SCARD'}
local parts = (kind == 'hash' or kind == 'zset') and 2 or 1
if redis.call(length[kind], KEYS[1]) * parts ~= #ARGV - 2 then return {-1, 0} end
for i = 3, #ARGV, parts do
  local same
  if kind == 'hash' then same = redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1]
  elseif kind == 'zset' then
    local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
    same = score and tonumber(score) == tonumber(ARGV[i + 1])
  elseif kind == 'list' then same = redis.call('LINDEX', KEYS[1], i - 3) == ARGV[i]
  else same = redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 1 end
  if not same then return {-1, 0} end
end
if deadline_moved(KEYS[1], ARGV[2]) then return {-4, 0} end
redis.call('DEL', KEYS[1])
return {1, 0}
