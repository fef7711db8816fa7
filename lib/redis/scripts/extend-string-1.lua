-- extend-string-1.lua: raise a string lock's TTL if this token still holds it. Never shortens.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms from now   ARGV[3] as ARGV[2] of release-string-1.lua
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string, {-4, 0} deadline moved,
--         {-5, 0} never expires, so there is nothing to extend
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'string' then return {-2, 0} end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {-1, 0} end
if deadline_moved(KEYS[1], ARGV[3]) then return {-4, 0} end
local pttl = redis.call('PTTL', KEYS[1])
if pttl == -1 then return {-5, 0} end
if pttl < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  pttl = tonumber(ARGV[2])
end
return {1, pttl}
