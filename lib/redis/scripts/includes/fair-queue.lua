-- fair-queue.lua: the waiters of a fair lock: a list, head first, and a zset of their deadlines, epoch ms.
-- Heads whose deadline has passed are dropped, as in each of Redisson's scripts; not `asking`, who lives, since it asks.
local function live_head(queue, deadlines, now, asking)
  if redis.call('TYPE', queue).ok ~= 'list' then return false end
  local head = redis.call('LINDEX', queue, 0)
  while head and head ~= asking do
    local deadline = redis.call('ZSCORE', deadlines, head)
    if not deadline or tonumber(deadline) > now then break end
    redis.call('ZREM', deadlines, head)
    redis.call('LPOP', queue)
    head = redis.call('LINDEX', queue, 0)
  end
  return head
end

-- A deadline counts the waits of all ahead, so who leaves the queue takes its own wait off the deadlines behind it. Not
-- more than was left of it: who leaves late would take those behind below the waits they have in full from now.
local function take_off_wait(deadlines, members, wait, now)
  for i, member in ipairs(members) do
    local deadline = redis.call('ZSCORE', deadlines, member)
    if deadline then
      local later = math.max(tonumber(deadline) - wait, math.min(tonumber(deadline), now + i * wait))
      redis.call('ZADD', deadlines, 'XX', later, member)
    end
  end
end
