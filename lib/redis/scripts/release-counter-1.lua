-- release-counter-1.lua: count one holder down of a lock that only counts them, if its count and deadline are still as
-- was seen. The last one takes the key along.
-- KEYS[1] lock key
-- ARGV[1] count that was seen   ARGV[2] deadline that was seen (epoch ms of this server, or 'none')
-- Returns {1, 0} counted down, {0, 0} absent, {-1, 0} another count, {-2, 0} not a string, {-4, 0} deadline moved
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'string' then return {-2, 0} end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {-1, 0} end
if deadline_moved(KEYS[1], ARGV[2]) then return {-4, 0} end
if redis.call('DECR', KEYS[1]) <= 0 then redis.call('DEL', KEYS[1]) end
return {1, 0}
