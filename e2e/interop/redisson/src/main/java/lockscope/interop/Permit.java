package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.json.JSONObject;
import org.redisson.api.RPermitExpirableSemaphore;

/** One permit at a time; its id is the token. Redisson renews none: without a lease it is held for ever. */
final class Permit implements Lock {
  private final RPermitExpirableSemaphore semaphore;

  Permit(RPermitExpirableSemaphore semaphore) {
    this.semaphore = semaphore;
  }

  @Override
  public JSONObject acquire(Long waitMs, Long leaseMs) throws InterruptedException {
    String id = take(waitMs, leaseMs);
    JSONObject result = new JSONObject().put("acquired", id != null);
    return id == null ? result : result.put("token", id);
  }

  private String take(Long waitMs, Long leaseMs) throws InterruptedException {
    if (waitMs == null && leaseMs == null) return semaphore.acquire();
    if (waitMs == null) return semaphore.acquire(leaseMs, MILLISECONDS);
    if (waitMs == 0 && leaseMs == null) return semaphore.tryAcquire();
    if (leaseMs == null) return semaphore.tryAcquire(waitMs, MILLISECONDS);
    return semaphore.tryAcquire(waitMs, leaseMs, MILLISECONDS);
  }

  @Override
  public void release(String token) {
    semaphore.release(token);
  }

  @Override
  public boolean forceRelease() {
    return semaphore.delete();
  }

  @Override
  public boolean setPermits(int permits) {
    return semaphore.trySetPermits(permits);
  }

  @Override
  public JSONObject state() {
    JSONObject state = new JSONObject().put("available", semaphore.availablePermits());
    return state.put("held", semaphore.acquiredPermits());
  }
}
