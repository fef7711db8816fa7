-- json-lock.lua: a string lock that is a JSON object, if its field names this holder; else nil and why not: a code, or what Redis refused.
local function json_lock(key, field, holder)
  local text = redis.pcall('GET', key)
  if not text then return nil, 0 end
  if type(text) == 'table' then return nil, string.find(text.err, 'WRONGTYPE', 1, true) and -2 or text end
  local is_json, lock = pcall(cjson.decode, text)
  if not is_json or type(lock) ~= 'table' or lock[field] ~= holder then return nil, -1 end
  return lock
end
