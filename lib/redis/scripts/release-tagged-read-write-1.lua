-- release-tagged-read-write-1.lua: take one holder off go-redislock's read-write lock, all its holds at once, writes and
-- reads. Readers that remain turn a write lock into a read lock; without any the lock is deleted.
-- KEYS[1] lock key: `mode`, `writer`, `wcount`, `rcount`, and `r:<token>` for each reader
-- ARGV[1] holder token   ARGV[2] holds that were seen, writes and reads together
-- Returns {1, 0} released, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a hash, {-3, holds} holds differ
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local function figure(field) return tonumber(redis.call('HGET', KEYS[1], field) or 0) or 0 end
local writes = redis.call('HGET', KEYS[1], 'writer') == ARGV[1] and figure('wcount') or 0
local reads = figure('r:' .. ARGV[1])
if writes + reads == 0 then return {-1, 0} end
if writes + reads ~= tonumber(ARGV[2]) then return {-3, writes + reads} end
local left = figure('rcount') - reads
local written = redis.call('HGET', KEYS[1], 'mode') == 'write' and writes == 0
if left <= 0 and not written then
  redis.call('DEL', KEYS[1])
  return {1, 0}
end
redis.call('HDEL', KEYS[1], 'r:' .. ARGV[1])
if left > 0 then redis.call('HSET', KEYS[1], 'rcount', left) else redis.call('HDEL', KEYS[1], 'rcount') end
if writes > 0 then
  redis.call('HDEL', KEYS[1], 'writer', 'wcount')
  redis.call('HSET', KEYS[1], 'mode', 'read')
end
return {1, 0}
