-- end-reader.lua: takes all holds of one reader. While another holder stays, the lock lasts as long as its longest hold;
-- otherwise, or when the leases of all others have ended as well, the lock goes and its waiters are told: as in Redisson.
-- Returns the number of holders that stay, and the number of subscribers reached.
local function end_reader(lock, base, mode, token, count, channel, publish)
  local others = redis.call('HLEN', lock) - 2 -- neither `mode` nor this one
  local longest = longest_but(lock, base, token)
  local stays = others > 0 and (longest > 0 or mode == 'write')
  local reached = 0
  if not stays then reached = redis.call(publish, channel, '0') end
  for n = 1, count do redis.call('DEL', hold_key(base, token, n)) end
  if not stays then
    redis.call('DEL', lock)
    return 0, reached
  end
  redis.call('HDEL', lock, token)
  -- A writer's lease is the TTL of the lock itself, which Redisson would cut down to the rest of its read holds.
  if mode == 'read' then redis.call('PEXPIRE', lock, longest) end
  return others, 0
end
