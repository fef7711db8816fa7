-- release-string-1.lua: delete a string lock if this token still holds it, and wake the waiters where it has a channel.
-- The message goes first: where it is refused the script ends and the lock is untouched.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] '' for a unique token; otherwise the deadline that was seen (epoch ms of this
--         server, or 'none'), since a value like `1` may belong to a successor already
-- ARGV[3] release channel, '' = publish nothing   ARGV[4] PUBLISH or SPUBLISH
-- Returns {1, subscribers reached} released, {0, 0} absent, {-1, 0} held by another token, {-2, 0} not a string,
--         {-4, 0} deadline moved
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'string' then return {-2, 0} end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {-1, 0} end
if deadline_moved(KEYS[1], ARGV[2]) then return {-4, 0} end
local reached = 0
if ARGV[3] ~= '' then reached = redis.call(ARGV[4], ARGV[3], '0') end
redis.call('DEL', KEYS[1])
return {1, reached}
