-- extend-string-beside-n.lua: raise a string lock's TTL if this token still holds it, and that of the keys that lapse with
-- it. Never shortens, and gives no TTL to a key that has none.
-- KEYS[1..n] lock key, then the keys beside it
-- ARGV[1] holder token   ARGV[2] lease in ms from now   ARGV[3..n+1] what KEYS[2..n] are, as in release-string-beside-n.lua
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string,
--         {-5, 0} never expires, so there is nothing to extend
local token, lease = redis.pcall('GET', KEYS[1]), tonumber(ARGV[2])
if token ~= ARGV[1] then
  if not token then return {0, 0} end
  if type(token) ~= 'table' then return {-1, 0} end
  -- What Redis refuses, such as a right that is missing, is no other type.
  return string.find(token.err, 'WRONGTYPE', 1, true) and {-2, 0} or token
end
local longest = redis.call('PTTL', KEYS[1])
if longest == -1 then return {-5, 0} end
longest = math.max(longest, lease)
for i, key in ipairs(KEYS) do
  local what = i == 1 and 'any' or ARGV[i + 1]
  local mine = what == 'any'
  if what == 'same' then
    mine = redis.call('TYPE', key).ok == 'string' and redis.call('GET', key) == ARGV[1]
  end
  local pttl = mine and redis.call('PTTL', key) or -2
  if pttl >= 0 and pttl < lease then redis.call('PEXPIRE', key, lease) end
end
return {1, longest}
