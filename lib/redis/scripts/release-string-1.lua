-- release-string-1.lua: delete a string lock if this token still holds it, and wake the waiters where it has a channel.
-- The message goes first: where it is refused the script ends and the lock is untouched.
-- KEYS[1] lock key
-- ARGV[1] holder token   and, each left out or '' for none:
-- ARGV[2] release channel   ARGV[3] PUBLISH (when left out) or SPUBLISH
-- ARGV[4] for a token that is not unique, since a value like `1` may belong to a successor already: the deadline that was
--         seen (epoch ms of this server, or 'none')
-- ARGV[5] for a release by force: the key that tells the holder
-- ARGV[6] the message, where it is not `0`   ARGV[7] a second channel for it, where versions of a library differ
-- Returns the number of subscribers reached: released, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string,
--         {-4, 0} deadline moved
local token = redis.pcall('GET', KEYS[1])
if token ~= ARGV[1] then
  if not token then return {0, 0} end
  if type(token) ~= 'table' then return {-1, 0} end
  -- What Redis refuses, such as a right that is missing, is no other type.
  return string.find(token.err, 'WRONGTYPE', 1, true) and {-2, 0} or token
end
if ARGV[4] and ARGV[4] ~= '' then
-- include deadline.lua
  if deadline_moved(KEYS[1], ARGV[4]) then return {-4, 0} end
end
local reached, channel, command = 0, ARGV[2], ARGV[3]
if channel and channel ~= '' then
  reached = redis.call(command and command ~= '' and command or 'PUBLISH', channel, ARGV[6] or '0')
  if ARGV[7] and ARGV[7] ~= '' then reached = reached + redis.call('PUBLISH', ARGV[7], ARGV[6]) end
end
redis.call('DEL', KEYS[1])
if ARGV[5] and ARGV[5] ~= '' then
-- include remember-force.lua
  remember_force(ARGV[5], ARGV[1])
end
return reached
