-- extend-hash-field-1.lua: raise the TTL of a hash whose field names the holder, if it still does. Never shortens.
-- KEYS[1] lock key
-- ARGV[1] field   ARGV[2] holder token   ARGV[3] lease in ms from now   ARGV[4] deadline that was seen, '' = not compared
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a hash, {-4, 0} deadline moved,
--         {-5, 0} never expires
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return {-1, 0} end
if deadline_moved(KEYS[1], ARGV[4]) then return {-4, 0} end
local pttl = redis.call('PTTL', KEYS[1])
if pttl == -1 then return {-5, 0} end
if pttl < tonumber(ARGV[3]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  pttl = tonumber(ARGV[3])
end
return {1, pttl}
