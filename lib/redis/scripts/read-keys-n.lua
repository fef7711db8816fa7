-- read-keys-n.lua: read keys of any type, a bounded part of each, and stop early once enough has been gathered.
-- Writes nothing. The first key is always answered; those after the last answer are for the next call.
-- KEYS[1..n] keys to read
-- ARGV[1] bytes of a string, at most   ARGV[2] fields of a hash, at most   ARGV[3] bytes up to which a hash is read whole
-- ARGV[4] bytes of a hash's first fields, at most   ARGV[5] bytes after which no further key is read
-- Returns {type, PTTL, length, number of parts, part..., and so on for each key}: one part is the head of a string,
--         a field and its value are two; a hash without parts is too large to send
local value_head, hash_head, small_hash = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local hash_limit, enough = tonumber(ARGV[4]), tonumber(ARGV[5])
local counts = {list = 'LLEN', set = 'SCARD', zset = 'ZCARD', stream = 'XLEN'}
local reply, at, bytes = {}, 0, 0

local function string_of(key)
  local head = redis.call('GETRANGE', key, 0, value_head - 1)
  return #head < value_head and #head or redis.call('STRLEN', key), {head}
end

-- MEMORY USAGE counts the key's own name, which the allocator rounds up by a quarter at most.
local function hash_of(key)
  local size = redis.call('MEMORY', 'USAGE', key, 'SAMPLES', hash_head) - #key * 1.25
  if size > small_hash then
    local length = redis.call('HLEN', key)
    if size / length * math.min(length, hash_head) > hash_limit then return length, {} end
    if length > hash_head then return length, redis.call('HSCAN', key, 0, 'COUNT', hash_head)[2] end
  end
  local fields = redis.call('HGETALL', key)
  return #fields / 2, fields
end

for _, key in ipairs(KEYS) do
  local kind, ttl = redis.call('TYPE', key).ok, redis.call('PTTL', key)
  if ttl == -2 then kind = 'none' end
  local length, parts = 0, {}
  if kind == 'string' then length, parts = string_of(key)
  elseif kind == 'hash' then length, parts = hash_of(key)
  elseif counts[kind] then length = redis.call(counts[kind], key) end
  local sent = math.min(#parts, 2 * hash_head)
  reply[at + 1], reply[at + 2], reply[at + 3], reply[at + 4] = kind, ttl, length, sent
  at = at + 4
  for i = 1, sent do
    reply[at + i] = parts[i]
    bytes = bytes + #parts[i]
  end
  at = at + sent
  if bytes >= enough then break end
end
return reply
