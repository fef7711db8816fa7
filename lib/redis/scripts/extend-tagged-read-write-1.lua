-- extend-tagged-read-write-1.lua: raise the TTL of go-redislock's read-write lock if this token still holds it as often as
-- was seen. All its holders share that TTL. Never shortens.
-- KEYS[1] lock key, as in release-tagged-read-write-1.lua
-- ARGV[1] holder token   ARGV[2] lease in ms from now   ARGV[3] holds that were seen, writes and reads together
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} not held by this token, {-2, 0} not a hash, {-3, holds} holds differ,
--         {-5, 0} never expires
local kind, lease = redis.call('TYPE', KEYS[1]).ok, tonumber(ARGV[2])
if kind == 'none' then return {0, 0} end
if kind ~= 'hash' then return {-2, 0} end
local function figure(field) return tonumber(redis.call('HGET', KEYS[1], field) or 0) or 0 end
local writes = redis.call('HGET', KEYS[1], 'writer') == ARGV[1] and figure('wcount') or 0
local holds = writes + figure('r:' .. ARGV[1])
if holds == 0 then return {-1, 0} end
if holds ~= tonumber(ARGV[3]) then return {-3, holds} end
local pttl = redis.call('PTTL', KEYS[1])
if pttl == -1 then return {-5, 0} end
if pttl < lease then
  redis.call('PEXPIRE', KEYS[1], lease)
  pttl = lease
end
return {1, pttl}
