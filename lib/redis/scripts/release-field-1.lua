-- release-field-1.lua: free a lock that is one field of a hash, and whose holder is named by another, if it is still held
-- as was seen. The hash holds other things too and stays.
-- KEYS[1] hash
-- ARGV[1] field that says whether it is held   ARGV[2] what it says of a free lock
-- ARGV[3] field that names the holder   ARGV[4] holder token, which need not be unique
-- ARGV[5] deadline of the hash that was seen (epoch ms of this server, or 'none')
-- Returns {1, 0} released, {0, 0} absent or free, {-1, 0} held by another token, {-2, 0} not a hash, {-4, 0} deadline moved
-- include deadline.lua
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local state = redis.call('HGET', KEYS[1], ARGV[1])
if not state or state == ARGV[2] then return {0, 0} end
if redis.call('HGET', KEYS[1], ARGV[3]) ~= ARGV[4] then return {-1, 0} end
if deadline_moved(KEYS[1], ARGV[5]) then return {-4, 0} end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return {1, 0}
