-- permits.lua: a semaphore is a counter of free permits and a zset of the held ones with their deadlines, epoch ms.
local NEVER = 922337203685477 -- Redisson's deadline of a permit without lease

local function is_semaphore(counter, held)
  local kind, held_kind = redis.call('TYPE', counter).ok, redis.call('TYPE', held).ok
  if held_kind ~= 'none' and held_kind ~= 'zset' then return false end
  if kind == 'none' then return true end
  return kind == 'string' and string.find(redis.call('GET', counter), '^-?%d+$') ~= nil
end

-- Free permits, false where none were ever set.
local function free_permits(counter)
  local value = redis.call('GET', counter)
  return value and tonumber(value)
end

-- Who listens releases as many waiters as the message says; a number below 1 wakes nobody, and a negative one throws
-- inside Redisson's listener.
local function tell_free(publish, channel, free)
  if free < 1 then return 0 end
  return redis.call(publish, channel, free)
end

-- The held permits must not outlive, nor end before, a counter that has a TTL.
local function keep_ttl(counter, held)
  local pttl = redis.call('PTTL', counter)
  if pttl > 0 then redis.call('PEXPIRE', held, pttl) end
end
