-- force-release-read-write-2.lua: free a read-write lock of one holder, all its holds at once, if it is still held
-- exactly as was seen. A reader goes alone, and the lock with the last one; the writer goes with whatever it reads.
-- KEYS[1] lock key   KEYS[2] base of the hold keys, as in acquire-read-2.lua
-- ARGV[1] mode that was seen   ARGV[2] holder token, a writer's with `:write`   ARGV[3] hold count that was seen
-- ARGV[4] release channel   ARGV[5] PUBLISH or SPUBLISH
-- ARGV[6] key that tells the holder it was freed by force, '' = none
-- Returns {1, subscribers reached} the lock is free; told `1` by a writer, `0` by the last reader,
--         {2, holders left} freed this one; others hold on, nobody was told, {0, 0} absent,
--         {-1, 0} not held by this token, {-2, 0} not a read-write lock, {-3, hold count} count differs,
--         {-7, 0} the mode changed
-- include read-write-mode.lua
-- include read-holds.lua
-- include end-reader.lua
-- include remember-force.lua
local token = ARGV[2]
local mode = mode_of(KEYS[1])
if mode == 'none' then return {0, 0} end
if not mode then return {-2, 0} end
if mode ~= ARGV[1] then return {-7, 0} end
local count = token ~= 'mode' and redis.call('HGET', KEYS[1], token)
if not count then return {-1, 0} end
if count ~= ARGV[3] then return {-3, tonumber(count) or 0} end
local forced = ARGV[6] and ARGV[6] ~= ''
if string.find(token, ':write', 1, true) then
  local reached = redis.call(ARGV[5], ARGV[4], '1')
  redis.call('DEL', KEYS[1])
  if forced then remember_force(ARGV[6], token) end
  return {1, reached}
end
local stay, reached = end_reader(KEYS[1], KEYS[2], mode, token, tonumber(count), ARGV[4], ARGV[5])
if forced then remember_force(ARGV[6], token) end
if stay > 0 then return {2, stay} end
return {1, reached}
