-- deadline.lua: the key's deadline on this server's clock. A value that is not unique cannot prove that the holder is
-- still the one that was seen; a deadline that did not move can.
local function deadline_moved(key, seen)
  if seen == '' then return false end
  local pttl = redis.call('PTTL', key)
  if seen == 'none' then return pttl ~= -1 end
  if pttl < 0 then return true end
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  return math.abs(now + pttl - tonumber(seen)) > 5
end
