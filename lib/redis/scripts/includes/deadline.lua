-- deadline.lua: the key's deadline on this server's clock. A value that is not unique cannot prove that the holder is
-- still the one that was seen; a deadline that did not move can.
-- The server may be held up between two calls: what was read on both sides of that is read again.
local function deadline_of(key)
  local before, pttl, after
  for _ = 1, 5 do
    before, pttl, after = redis.call('TIME'), redis.call('PTTL', key), redis.call('TIME')
    if (after[1] - before[1]) * 1000000 + after[2] - before[2] < 1000 then break end
  end
  return pttl, tonumber(after[1]) * 1000 + math.floor(tonumber(after[2]) / 1000) + pttl
end

local function deadline_moved(key, seen)
  if seen == '' then return false end
  local pttl, deadline = deadline_of(key)
  if seen == 'none' then return pttl ~= -1 end
  return pttl < 0 or math.abs(deadline - tonumber(seen)) > 5
end
