/**
 * What Spring Integration's RedisLockRegistry takes a lock with, in every version from 6.4.1 to 7.1.0.
 * KEYS[1] lock; ARGV client id and lease in ms.
 */
export const OBTAIN = `local lockClientId = redis.call('GET', KEYS[1])
if lockClientId == ARGV[1] then
\tredis.call('PEXPIRE', KEYS[1], ARGV[2])
\treturn true
elseif not lockClientId then
\tredis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
\treturn true
end
return false
`;
