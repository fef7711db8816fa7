-- release-pool-2.lua: take one pool of workers off a counted lock, as gocraft/work's reaper does with a pool that is dead:
-- the counter goes down by what the pool had, never below zero.
-- KEYS[1] counter (string)   KEYS[2] what each pool has (hash)
-- ARGV[1] pool id   ARGV[2] what it had when it was seen
-- Returns {1, 0} released, {0, 0} absent, {-1, 0} this pool has nothing, {-2, 0} not a counted lock's keys,
--         {-3, count} the pool has another number of holds
local kind, info_kind = redis.call('TYPE', KEYS[1]).ok, redis.call('TYPE', KEYS[2]).ok
if kind == 'none' then return {0, 0} end
if kind ~= 'string' or (info_kind ~= 'none' and info_kind ~= 'hash') then return {-2, 0} end
local total, had = tonumber(redis.call('GET', KEYS[1])), redis.call('HGET', KEYS[2], ARGV[1])
if not total then return {-2, 0} end
if not had or tonumber(had) == 0 then return {-1, 0} end
if had ~= ARGV[2] then return {-3, tonumber(had) or 0} end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('DECRBY', KEYS[1], string.format('%d', math.max(math.min(total, tonumber(had)), 0)))
return {1, 0}
