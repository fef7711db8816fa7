-- quarantine-string-1.lua: put an operator's token in the place of the holder's, if that still has the lock. Nobody is woken.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] operator's token   ARGV[3] its TTL in ms
-- ARGV[4] key by which the holder learns that it was freed by force, '' = none
-- Returns {1, 0} done, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string
-- include remember-force.lua
local token = redis.pcall('GET', KEYS[1])
if token ~= ARGV[1] then
  if not token then return {0, 0} end
  if type(token) ~= 'table' then return {-1, 0} end
  -- What Redis refuses, such as a right that is missing, is no other type.
  return string.find(token.err, 'WRONGTYPE', 1, true) and {-2, 0} or token
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[4] ~= '' then remember_force(ARGV[4], ARGV[1]) end
return {1, 0}
