package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.json.JSONObject;
import org.redisson.api.RSemaphore;

/** A counter without holders. */
final class Semaphore implements Lock {
  private final RSemaphore semaphore;

  Semaphore(RSemaphore semaphore) {
    this.semaphore = semaphore;
  }

  @Override
  public JSONObject acquire(Long waitMs, Long leaseMs) throws InterruptedException {
    if (leaseMs != null) throw new IllegalArgumentException("an RSemaphore has no lease");
    boolean acquired = true;
    if (waitMs == null) semaphore.acquire();
    else if (waitMs == 0) acquired = semaphore.tryAcquire();
    else acquired = semaphore.tryAcquire(waitMs, MILLISECONDS);
    return new JSONObject().put("acquired", acquired);
  }

  @Override
  public void release(String token) {
    semaphore.release();
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
    return new JSONObject().put("available", semaphore.availablePermits());
  }
}
