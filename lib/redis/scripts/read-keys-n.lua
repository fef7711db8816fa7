-- read-keys-n.lua: read keys of any type, a bounded part of each, and stop early once enough has been gathered.
-- Writes nothing. The first key is always answered; those after the last answer are for the next call.
-- KEYS[1..n] keys to read
-- ARGV[1] bytes of a string, at most   ARGV[2] fields of a hash, at most
-- ARGV[3] members or items of a sorted set, list or set, at most   ARGV[4] bytes up to which a hash is read whole
-- ARGV[5] bytes of a key's parts, at most   ARGV[6] bytes after which no further key is read
-- Returns {type, PTTL, length, number of parts, part..., and so on for each key}: one part is the head of a string, an
--         item of a list or a member of a set; a field and its value are two, so are a member of a sorted set and its
--         score, lowest first; a hash, sorted set, list or set without parts is too large to send; a stream is counted
local value_head, hash_head, member_head = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local small_hash, limit, enough = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local most = {string = 1, hash = 2 * hash_head, zset = 2 * member_head, list = member_head, set = member_head}
local counts = {list = 'LLEN', set = 'SCARD', zset = 'ZCARD', stream = 'XLEN'}
local reply, at, bytes = {}, 0, 0

local function string_of(key)
  local head = redis.call('GETRANGE', key, 0, value_head - 1)
  return #head < value_head and #head or redis.call('STRLEN', key), {head}
end

-- MEMORY USAGE counts the key's own name, which the allocator rounds up by a quarter at most.
local function size_of(key, samples)
  return redis.call('MEMORY', 'USAGE', key, 'SAMPLES', samples) - #key * 1.25
end

local function hash_of(key)
  local size = size_of(key, hash_head)
  if size > small_hash then
    local length = redis.call('HLEN', key)
    if size / length * math.min(length, hash_head) > limit then return length, {} end
    if length > hash_head then return length, redis.call('HSCAN', key, 0, 'COUNT', hash_head)[2] end
  end
  local fields = redis.call('HGETALL', key)
  return #fields / 2, fields
end

local function members_of(kind, key)
  local length = redis.call(counts[kind], key)
  if size_of(key, member_head) / length * math.min(length, member_head) > limit then return length, {} end
  if kind == 'zset' then return length, redis.call('ZRANGE', key, 0, member_head - 1, 'WITHSCORES') end
  if kind == 'list' then return length, redis.call('LRANGE', key, 0, member_head - 1) end
  return length, redis.call('SSCAN', key, 0, 'COUNT', member_head)[2]
end

for _, key in ipairs(KEYS) do
  local kind, ttl = redis.call('TYPE', key).ok, redis.call('PTTL', key)
  if ttl == -2 then kind = 'none' end
  local length, parts = 0, {}
  if kind == 'string' then length, parts = string_of(key)
  elseif kind == 'hash' then length, parts = hash_of(key)
  elseif most[kind] then length, parts = members_of(kind, key)
  elseif counts[kind] then length = redis.call(counts[kind], key) end
  -- The size was an estimate, far too low where the few large parts are those at the head.
  local sent, size = math.min(#parts, most[kind] or 0), 0
  for i = 1, sent do size = size + #parts[i] end
  if size > limit then sent, size = 0, 0 end
  reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4] = kind, ttl, length, sent
  at = at + 4
  for i = 1, sent do reply[at + i] = parts[i] end
  at, bytes = at + sent, bytes + size
  if bytes >= enough then break end
end
return reply
