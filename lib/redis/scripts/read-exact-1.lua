-- read-exact-1.lua: TTL and value of a key at one moment of the server's clock. Writes nothing.
-- KEYS[1] key
-- ARGV[1] how many bytes of a string, '' for other types
-- Returns {PTTL, deadline as epoch ms (text; means nothing without a TTL)} and, of a string that is there, its bytes
-- include deadline.lua
local pttl, deadline = deadline_of(KEYS[1])
local reply = {pttl, string.format('%.0f', deadline)}
if pttl ~= -2 and ARGV[1] ~= '' then reply[3] = redis.call('GETRANGE', KEYS[1], 0, ARGV[1] - 1) end
return reply
