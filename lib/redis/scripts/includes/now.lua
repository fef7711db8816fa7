-- now.lua: this server's clock, epoch ms. All of our clients share it; Redisson's clients each send their own.
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
