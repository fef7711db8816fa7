-- acquire-string-1.lua: SET NX PX that tells the loser how long to wait. Sent again (the reply was lost in a reconnect)
-- it finds its own token and says so.
-- KEYS[1] lock key
-- ARGV[1] holder token   ARGV[2] lease in ms
-- Returns {1, lease in ms}, {-2, 0} not a string,
--         {-1, TTL in ms or -1 for never, first 160 bytes of the token} held by another
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return {1, tonumber(ARGV[2])} end
if redis.call('TYPE', KEYS[1]).ok ~= 'string' then return {-2, 0} end
local pttl = redis.call('PTTL', KEYS[1])
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then return {1, pttl} end
return {-1, pttl, string.sub(holder, 1, 160)}
