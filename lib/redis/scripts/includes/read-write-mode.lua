-- read-write-mode.lua: `read`, `write`, 'none' for an absent key, nil for anything else, such as another lock's hash.
local function mode_of(lock)
  local kind = redis.call('TYPE', lock).ok
  if kind == 'none' then return kind end
  local mode = kind == 'hash' and redis.call('HGET', lock, 'mode')
  if mode == 'read' or mode == 'write' then return mode end
end
