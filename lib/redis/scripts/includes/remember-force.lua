-- remember-force.lua: for a minute, whose lock was freed by force, so that its holder can be told. It is in the lock's
-- slot but not among KEYS: who may release a lock but not write this key must still be able to release it.
local function remember_force(key, token)
  redis.pcall('SET', key, token, 'PX', 60000)
end
