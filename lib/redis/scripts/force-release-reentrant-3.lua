-- force-release-reentrant-3.lua: free a reentrant lock, all holds at once, if it is still held exactly as was seen.
-- Redisson's fair lock has the same hash: its waiters queue in KEYS[2] and each listens on a channel of its own, so
-- heads whose deadline has passed are dropped and the live head is woken there.
-- KEYS[1] lock key   KEYS[2] fair queue (list)   KEYS[3] fair deadlines (zset, epoch ms)
-- ARGV[1] holder token   ARGV[2] hold count that was seen   ARGV[3] release channel   ARGV[4] PUBLISH or SPUBLISH
-- ARGV[5] key that tells the holder it was freed by force, '' = none
-- Returns {1, subscribers reached} released, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a hash,
--         {-3, hold count} count differs, {-6, fields} other fields beside the holder's
-- include remember-force.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local count = redis.call('HGET', KEYS[1], ARGV[1])
if not count then return {-1, 0} end
if redis.call('HLEN', KEYS[1]) ~= 1 then return {-6, redis.call('HLEN', KEYS[1])} end
if count ~= ARGV[2] then return {-3, tonumber(count) or 0} end
local head = false
if redis.call('TYPE', KEYS[2]).ok == 'list' then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  head = redis.call('LINDEX', KEYS[2], 0)
  while head do
    local deadline = redis.call('ZSCORE', KEYS[3], head)
    if not deadline or tonumber(deadline) > now then break end
    redis.call('ZREM', KEYS[3], head)
    redis.call('LPOP', KEYS[2])
    head = redis.call('LINDEX', KEYS[2], 0)
  end
end
local reached = redis.call(ARGV[4], ARGV[3], '0')
if head then reached = reached + redis.call(ARGV[4], ARGV[3] .. ':' .. head, '0') end
redis.call('DEL', KEYS[1])
if ARGV[5] and ARGV[5] ~= '' then remember_force(ARGV[5], ARGV[1]) end
return {1, reached}
