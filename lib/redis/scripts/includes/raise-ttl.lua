-- raise-ttl.lua: a lease that was promised is never shortened, whichever of a holder's calls arrives last.
local function raise_ttl(key, ms)
  local ttl = redis.call('PTTL', key)
  if ttl >= ms then return ttl end
  redis.call('PEXPIRE', key, ms)
  return ms
end
