-- release-member-1.lua: free a lock of one of its holders, each of whom is a member of a sorted set or a set.
-- KEYS[1] lock key
-- ARGV[1] member of the holder   ARGV[2..n] members that go with it, where they are there
-- Returns {1, 0} released, others may hold on, {0, 0} absent, {-1, 0} no such member, {-2, 0} neither kind of set
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'zset' and kind ~= 'set' then return {-2, 0} end
local remove = kind == 'zset' and 'ZREM' or 'SREM'
if redis.call(remove, KEYS[1], ARGV[1]) == 0 then return {-1, 0} end
for i = 2, #ARGV do redis.call(remove, KEYS[1], ARGV[i]) end
return {1, 0}
