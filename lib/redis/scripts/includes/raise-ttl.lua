-- raise-ttl.lua: a lease that was promised is never shortened, whichever of a holder's calls arrives last. Always writes:
-- a full server lets a script go on that has written something that takes no memory.
local function raise_ttl(key, ms)
  local longest = math.max(redis.call('PTTL', key), ms)
  redis.call('PEXPIRE', key, longest)
  return longest
end
