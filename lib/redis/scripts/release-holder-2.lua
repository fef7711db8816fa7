-- release-holder-2.lua: take one holder out of a lock of a declared format if it still holds it, and wake its waiters.
-- They are told first: where that is refused the script ends and the lock is untouched.
-- KEYS[1] lock key   KEYS[2] wake-up list; the lock key when there is none
-- ARGV[1] string, hash, zset or set   ARGV[2] holder token: the value, field or member
-- ARGV[3] the field's value or the member's score as it was seen, '' = whatever it is
-- ARGV[4] for a token that is not unique the deadline that was seen (epoch ms of this server, or 'none'), '' otherwise
-- ARGV[5] release channel, '' = none   ARGV[6] message for channel or list   ARGV[7] TTL of the list in ms, '' = none
-- Returns {1, subscribers reached} released, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} another type,
--         {-3, 0} value or score differs, {-4, 0} deadline moved
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= ARGV[1] then return {-2, 0} end
local same, seen = nil, ARGV[3]
if kind == 'string' then
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return {-1, 0} end
elseif kind == 'hash' then
  same = redis.call('HGET', KEYS[1], ARGV[2])
elseif kind == 'zset' then
  same = redis.call('ZSCORE', KEYS[1], ARGV[2])
  if same then same, seen = tonumber(same), tonumber(seen) or '' end
else
  same = redis.call('SISMEMBER', KEYS[1], ARGV[2]) == 1
end
if same == false then return {-1, 0} end
if kind ~= 'string' and kind ~= 'set' and seen ~= '' and same ~= seen then return {-3, 0} end
if deadline_moved(KEYS[1], ARGV[4]) then return {-4, 0} end
local reached = 0
if ARGV[5] ~= '' then reached = redis.call('PUBLISH', ARGV[5], ARGV[6]) end
if KEYS[2] ~= KEYS[1] then
  redis.call('RPUSH', KEYS[2], ARGV[6])
  if ARGV[7] ~= '' then redis.call('PEXPIRE', KEYS[2], ARGV[7]) end
end
if kind == 'string' then redis.call('DEL', KEYS[1])
elseif kind == 'hash' then redis.call('HDEL', KEYS[1], ARGV[2])
elseif kind == 'zset' then redis.call('ZREM', KEYS[1], ARGV[2])
else redis.call('SREM', KEYS[1], ARGV[2]) end
return {1, reached}
