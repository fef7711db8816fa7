-- replace-string-1.lua: write another value to a string, if all of it is still as was seen.
-- KEYS[1] key
-- ARGV[1] value that was seen   ARGV[2] value to write   ARGV[3] its TTL in ms, '' = none
-- Returns {1, 0} written, {0, 0} absent, {-1, 0} another value, {-2, 0} not a string
local value = redis.pcall('GET', KEYS[1])
if value ~= ARGV[1] then
  if not value then return {0, 0} end
  if type(value) ~= 'table' then return {-1, 0} end
  -- What Redis refuses, such as a right that is missing, is no other type.
  return string.find(value.err, 'WRONGTYPE', 1, true) and {-2, 0} or value
end
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return {1, 0}
