-- extend-json-n.lua: raise the lease of a string lock that is a JSON object with its deadline in it, if it names this
-- holder, and that of the keys that go with it. Never shortens.
-- KEYS[1..n] lock key, then the keys that go with it
-- ARGV[1] field that names the holder   ARGV[2] its value   ARGV[3] lease in ms from now   ARGV[4] field of the deadline
-- Returns {1, TTL in ms}, {0, 0} absent, {-1, 0} it names another holder, {-2, 0} not a string,
--         {-5, 0} never expires, so there is nothing to extend
-- include json-lock.lua
-- include now.lua
-- include raise-ttl.lua
local lock, refused = json_lock(KEYS[1], ARGV[1], ARGV[2])
if not lock then return type(refused) == 'table' and refused or {refused, 0} end
local pttl, lease = redis.call('PTTL', KEYS[1]), tonumber(ARGV[3])
if pttl == -1 then return {-5, 0} end
local ends = now_ms() + lease
if (tonumber(lock[ARGV[4]]) or 0) < ends then
  lock[ARGV[4]] = ends
  redis.call('SET', KEYS[1], cjson.encode(lock), 'PX', math.max(pttl, 1))
end
for i = 2, #KEYS do raise_ttl(KEYS[i], lease) end
return {1, raise_ttl(KEYS[1], lease)}
