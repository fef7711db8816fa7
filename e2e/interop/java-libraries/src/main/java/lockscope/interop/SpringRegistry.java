package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.json.JSONObject;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;

/** Registries of each mode: kind "spin" waits by polling, any other on the release channel. */
final class SpringRegistry implements Library {
  /** Of every registry here: the prefix of its keys, which the process may be started with. */
  private static final String REGISTRY = System.getProperty("lockscope.registry", "order-registry");

  @Override
  public String name() {
    return "spring-integration-redis";
  }

  @Override
  public String version() {
    return Library.versionOf(RedisLockRegistry.class);
  }

  @Override
  public Locks open(RedisConnectionFactory connections) {
    // One a key: of one registry, keys whose hashes are alike (1 of 256) wait for each other in the process, before Redis.
    Map<String, RedisLockRegistry> registries = new ConcurrentHashMap<>();
    return (request, waitMs, leaseMs) -> {
      boolean spins = request.getString("kind").equals("spin");
      RedisLockType type = spins ? RedisLockType.SPIN_LOCK : RedisLockType.PUB_SUB_LOCK;
      String key = request.getJSONArray("keys").getString(0);
      RedisLockRegistry registry =
          registries.computeIfAbsent(
              type + key,
              name -> {
                RedisLockRegistry made = new RedisLockRegistry(connections, REGISTRY);
                made.setRedisLockType(type);
                return made;
              });
      DistributedLock lock = registry.obtain(key);
      return take(lock, waitMs, leaseMs) ? new SpringHeld(registry, lock, key) : null;
    };
  }

  private static boolean take(DistributedLock lock, Long waitMs, Long leaseMs) throws InterruptedException {
    if (waitMs == null && leaseMs == null) lock.lock();
    else if (waitMs == null) lock.lock(Duration.ofMillis(leaseMs));
    else if (leaseMs == null) return lock.tryLock(waitMs, MILLISECONDS);
    else return lock.tryLock(Duration.ofMillis(waitMs), Duration.ofMillis(leaseMs));
    return true;
  }

  /** Its token is the registry's own and told to nobody. */
  private record SpringHeld(RedisLockRegistry registry, DistributedLock lock, String key) implements Held {
    @Override
    public String token() {
      try {
        var clientId = RedisLockRegistry.class.getDeclaredField("clientId");
        clientId.setAccessible(true);
        return (String) clientId.get(registry);
      } catch (ReflectiveOperationException changed) {
        throw new IllegalStateException(changed);
      }
    }

    @Override
    public void release() {
      lock.unlock();
    }

    @Override
    public void extend(long leaseMs) {
      registry.renewLock(key, Duration.ofMillis(leaseMs));
    }
  }
}
