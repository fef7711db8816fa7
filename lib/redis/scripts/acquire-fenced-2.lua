-- acquire-fenced-2.lua: take or re-enter a fenced lock, as Redisson's RFencedLock does: acquire-reentrant-1.lua and one
-- step more, a new fencing token at every acquisition and re-entry. Sent again it gives the token that was issued.
-- Released, renewed and freed by force as a reentrant lock; the counter is never deleted and never expires.
-- KEYS[1] lock key   KEYS[2] fencing counter
-- ARGV[1] holder token   ARGV[2] lease in ms   ARGV[3] hold count after this call; 1 = not a re-entry
-- Returns {1, hold count, fencing token}: decimal text, since a Lua number is exact up to 2^53 only; '0' when the call
--         was sent again and the counter is gone. {0, 0} nothing to re-enter, {-1, TTL in ms or -1 for never} held by
--         another token, {-2, 0} not a hash, or no counter
-- include raise-ttl.lua
local kind = redis.call('TYPE', KEYS[1]).ok
local wanted = tonumber(ARGV[3])
if kind == 'none' and wanted > 1 then return {0, 0} end
if kind ~= 'none' and kind ~= 'hash' then return {-2, 0} end
local count = 0
if kind == 'hash' then
  count = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
  if count == 0 then return {-1, redis.call('PTTL', KEYS[1])} end
end
local counter = redis.call('TYPE', KEYS[2]).ok
if counter ~= 'none' and counter ~= 'string' then return {-2, 0} end
if count < wanted then
  redis.call('INCR', KEYS[2])
  count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
end
if kind == 'none' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) else raise_ttl(KEYS[1], tonumber(ARGV[2])) end
return {1, count, redis.call('GET', KEYS[2]) or '0'}
