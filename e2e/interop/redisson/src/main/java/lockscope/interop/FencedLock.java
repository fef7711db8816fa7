package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.json.JSONObject;
import org.redisson.api.RFencedLock;
import org.redisson.api.RedissonClient;

/**
 * Tokens travel as decimal text: JSON numbers are exact up to 2^53 only. Who waits uses the RLock methods and asks for the
 * token afterwards, as Redisson's documentation has it; its lockAndGetToken waits where WaitWatch cannot see it.
 */
final class FencedLock extends RLockBased {
  private final RFencedLock fenced;

  FencedLock(RedissonClient client, RFencedLock lock) {
    super(client, lock, "");
    this.fenced = lock;
  }

  @Override
  public JSONObject acquire(Long waitMs, Long leaseMs) throws InterruptedException {
    boolean waits = waitMs == null || waitMs > 0;
    Long token = waits ? null : takeNow(leaseMs);
    boolean acquired = waits ? take(waitMs, leaseMs) : token != null;
    JSONObject result = taken(acquired);
    if (!acquired) return result;
    return result.put("fencingToken", String.valueOf(token == null ? fenced.getToken() : token));
  }

  private Long takeNow(Long leaseMs) {
    // Not the method without arguments, which waits.
    long orWatchdog = leaseMs == null ? -1 : leaseMs;
    return fenced.tryLockAndGetToken(0, orWatchdog, MILLISECONDS);
  }

  @Override
  public JSONObject state() {
    return super.state().put("fencingToken", String.valueOf(fenced.getToken()));
  }
}
