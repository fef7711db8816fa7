package lockscope.interop;

import java.util.stream.IntStream;
import org.json.JSONObject;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** What the protocol asks of a lock of any kind. */
interface Lock {
  /**
   * Takes the lock for the calling thread. `waitMs` null = for ever, 0 = one attempt; `leaseMs` null = as long as the
   * watchdog renews it. The result says `acquired`, the holder's `token`, and a `fencingToken` where there is one.
   */
  JSONObject acquire(Long waitMs, Long leaseMs) throws InterruptedException;

  /** `token` = which permit; other kinds release what the calling thread holds. */
  void release(String token);

  /** Whether there was something to release. */
  boolean forceRelease();

  /** As the calling thread sees it. */
  JSONObject state();

  default boolean setPermits(int permits) {
    throw new UnsupportedOperationException("this kind has no permits");
  }

  static Lock of(RedissonClient client, JSONObject request) {
    String key = request.getJSONArray("keys").getString(0);
    return switch (request.getString("kind")) {
      case "reentrant" -> new RLockBased(client, client.getLock(key), "");
      case "spin" -> new RLockBased(client, client.getSpinLock(key), "");
      case "fair" -> new RLockBased(client, client.getFairLock(key), "");
      case "read" -> new RLockBased(client, client.getReadWriteLock(key).readLock(), "");
      case "write" -> new RLockBased(client, client.getReadWriteLock(key).writeLock(), ":write");
      case "multi" -> new RLockBased(client, client.getMultiLock(members(client, request)), "");
      case "fenced" -> new FencedLock(client, client.getFencedLock(key));
      case "permit" -> new Permit(client.getPermitExpirableSemaphore(key));
      case "semaphore" -> new Semaphore(client.getSemaphore(key));
      case "latch" -> new Latch(client.getCountDownLatch(key));
      default -> throw new IllegalArgumentException("no kind is called \"" + request.getString("kind") + "\"");
    };
  }

  private static RLock[] members(RedissonClient client, JSONObject request) {
    var keys = request.getJSONArray("keys");
    return IntStream.range(0, keys.length()).mapToObj((i) -> client.getLock(keys.getString(i))).toArray(RLock[]::new);
  }
}
