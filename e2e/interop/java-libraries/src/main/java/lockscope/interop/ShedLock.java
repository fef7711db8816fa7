package lockscope.interop;

import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** ShedLock waits for nobody: who finds the lock held leaves it at that. */
final class ShedLock implements Library {
  private static final long LEASE_MS = 60_000;

  @Override
  public String name() {
    return "shedlock-provider-redis-spring";
  }

  @Override
  public String version() {
    return Library.versionOf(RedisLockProvider.class);
  }

  @Override
  public Locks open(RedisConnectionFactory connections) {
    RedisLockProvider provider = new RedisLockProvider(connections, "test");
    return (request, waitMs, leaseMs) -> {
      String name = request.getJSONArray("keys").getString(0);
      Duration atMost = Duration.ofMillis(leaseMs == null ? LEASE_MS : leaseMs);
      LockConfiguration wanted = new LockConfiguration(Instant.now(), name, atMost, Duration.ZERO);
      return provider.lock(wanted).map(ShedHeld::new).orElse(null);
    };
  }

  private static final class ShedHeld implements Held {
    private SimpleLock lock;

    ShedHeld(SimpleLock lock) {
      this.lock = lock;
    }

    @Override
    public String token() {
      return null;
    }

    @Override
    public void release() {
      lock.unlock();
    }

    @Override
    public void extend(long leaseMs) {
      lock = lock.extend(Duration.ofMillis(leaseMs), Duration.ZERO)
          .orElseThrow(() -> new IllegalStateException("extend() gave nothing"));
    }
  }
}
