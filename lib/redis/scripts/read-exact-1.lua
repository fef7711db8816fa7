-- read-exact-1.lua: TTL and value of a key at one moment of the server's clock. Writes nothing.
-- KEYS[1] key
-- ARGV[1] how many bytes of a string, '' for other types
-- Returns {seconds, microseconds, PTTL} and, of a string that is there, its bytes
local time, pttl = redis.call('TIME'), redis.call('PTTL', KEYS[1])
local reply = {time[1], time[2], pttl}
if pttl ~= -2 and ARGV[1] ~= '' then reply[4] = redis.call('GETRANGE', KEYS[1], 0, ARGV[1] - 1) end
return reply
