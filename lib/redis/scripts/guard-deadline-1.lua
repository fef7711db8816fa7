-- guard-deadline-1.lua: goes before the script of an act on a lock of one holder, which runs only while the key's deadline
-- is still the one just read: a token that later holds write as well cannot prove that it is the same hold.
-- KEYS[1] lock key
-- ARGV[last] deadline that was read (epoch ms of this server, or 'none'); taken off before the other script runs
-- Returns {-4, 0} deadline moved; else what the other script returns
-- include deadline.lua
if deadline_moved(KEYS[1], table.remove(ARGV)) then return {-4, 0} end
