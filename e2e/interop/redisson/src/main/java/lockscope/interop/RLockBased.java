package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.json.JSONObject;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Every kind that is an RLock to the application. */
class RLockBased implements Lock {
  protected final RLock lock;
  private final String processId;
  private final String suffix;

  RLockBased(RedissonClient client, RLock lock, String suffix) {
    this.processId = client.getId();
    this.lock = lock;
    this.suffix = suffix;
  }

  @Override
  public JSONObject acquire(Long waitMs, Long leaseMs) throws InterruptedException {
    return taken(take(waitMs, leaseMs));
  }

  protected boolean take(Long waitMs, Long leaseMs) throws InterruptedException {
    if (waitMs == null && leaseMs == null) lock.lockInterruptibly();
    else if (waitMs == null) lock.lockInterruptibly(leaseMs, MILLISECONDS);
    else if (waitMs == 0 && leaseMs == null) return lock.tryLock();
    else if (leaseMs == null) return lock.tryLock(waitMs, MILLISECONDS);
    else return lock.tryLock(waitMs, leaseMs, MILLISECONDS);
    return true;
  }

  protected JSONObject taken(boolean acquired) {
    JSONObject result = new JSONObject().put("acquired", acquired);
    return acquired ? result.put("token", token()) : result;
  }

  private String token() {
    return processId + ":" + Thread.currentThread().getId() + suffix;
  }

  @Override
  public void release(String token) {
    lock.unlock();
  }

  @Override
  public boolean forceRelease() {
    return lock.forceUnlock();
  }

  @Override
  public JSONObject state() {
    JSONObject state = new JSONObject().put("locked", lock.isLocked()).put("ttlMs", lock.remainTimeToLive());
    return state.put("holdCount", lock.getHoldCount());
  }
}
