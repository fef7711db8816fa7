-- release-json-n.lua: delete a string lock that is a JSON object, and the keys that go with it, if it names this holder.
-- KEYS[1..n] lock key, then the keys that go with it
-- ARGV[1] field that names the holder   ARGV[2] its value
-- Returns {1, keys deleted}, {0, 0} absent, {-1, 0} it names another holder, {-2, 0} not a string
-- include json-lock.lua
local lock, refused = json_lock(KEYS[1], ARGV[1], ARGV[2])
if not lock then return type(refused) == 'table' and refused or {refused, 0} end
return {1, redis.call('DEL', unpack(KEYS))}
