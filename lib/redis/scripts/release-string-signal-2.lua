-- release-string-signal-2.lua: delete a string lock if this token still holds it, and signal one waiter, who blocks on a
-- list. The signal goes first: where it is refused the script ends and the lock is untouched.
-- KEYS[1] lock key   KEYS[2] list that waiters block on; what was left in it by an earlier signal is dropped
-- ARGV[1] holder token   ARGV[2] deadline as ARGV[4] of release-string-1.lua
-- ARGV[3] what the list then holds   ARGV[4] TTL of the list in ms, '' = none
-- Returns {1, 0} released, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string, {-4, 0} deadline moved
-- include deadline.lua
local token = redis.pcall('GET', KEYS[1])
if token ~= ARGV[1] then
  if not token then return {0, 0} end
  if type(token) ~= 'table' then return {-1, 0} end
  -- What Redis refuses, such as a right that is missing, is no other type.
  return string.find(token.err, 'WRONGTYPE', 1, true) and {-2, 0} or token
end
if deadline_moved(KEYS[1], ARGV[2]) then return {-4, 0} end
redis.call('DEL', KEYS[2])
redis.call('LPUSH', KEYS[2], ARGV[3])
if ARGV[4] ~= '' then redis.call('PEXPIRE', KEYS[2], ARGV[4]) end
redis.call('DEL', KEYS[1])
return {1, 0}
