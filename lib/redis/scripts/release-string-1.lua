-- release-string-1.lua: delete a string lock if this token still holds it, and wake the waiters where it has a channel.
-- The message goes first: where it is refused the script ends and the lock is untouched.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] '' for a unique token; otherwise the deadline that was seen (epoch ms of this
--         server, or 'none'), since a value like `1` may belong to a successor already
-- ARGV[3] release channel, '' = publish nothing   ARGV[4] PUBLISH or SPUBLISH
-- ARGV[5] '' for the holder's own release; otherwise the key that tells the holder it was freed by force
-- Returns {1, subscribers reached} released, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string,
--         {-4, 0} deadline moved
-- include deadline.lua
-- include remember-force.lua
local token = redis.pcall('GET', KEYS[1])
if token ~= ARGV[1] then
  if not token then return {0, 0} end
  return {type(token) == 'table' and -2 or -1, 0}
end
if ARGV[2] ~= '' and deadline_moved(KEYS[1], ARGV[2]) then return {-4, 0} end
local reached = 0
if ARGV[3] ~= '' then reached = redis.call(ARGV[4], ARGV[3], '0') end
redis.call('DEL', KEYS[1])
if ARGV[5] and ARGV[5] ~= '' then remember_force(ARGV[5], ARGV[1]) end
return {1, reached}
