-- read-holds.lua: each read hold has a key of its own whose TTL is what is left of that hold's lease.
local function hold_key(base, token, n) return base .. ':' .. token .. ':rwlock_timeout:' .. n end

-- TTL in ms of the longest of one holder's holds; 0 = the leases of all have ended.
local function longest_of(base, token, count)
  local longest = 0
  for n = 1, count do longest = math.max(longest, redis.call('PTTL', hold_key(base, token, n))) end
  return longest
end

-- The same for all holders in the hash but `except`. Only decimal counts are counts: `inf` would never end.
local function longest_but(lock, base, except)
  local fields, longest = redis.call('HGETALL', lock), 0
  for i = 1, #fields, 2 do
    if fields[i] ~= except and string.find(fields[i + 1], '^%d+$') then
      longest = math.max(longest, longest_of(base, fields[i], tonumber(fields[i + 1])))
    end
  end
  return longest
end
