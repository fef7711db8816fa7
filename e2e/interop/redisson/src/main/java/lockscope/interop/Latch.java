package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.json.JSONObject;
import org.redisson.api.RCountDownLatch;

/** Acquired when it is open; a release counts down; its permits are its count. */
final class Latch implements Lock {
  private final RCountDownLatch latch;

  Latch(RCountDownLatch latch) {
    this.latch = latch;
  }

  @Override
  public JSONObject acquire(Long waitMs, Long leaseMs) throws InterruptedException {
    if (leaseMs != null) throw new IllegalArgumentException("a latch has no lease");
    if (waitMs == null) latch.await();
    boolean open = waitMs == null || latch.await(waitMs, MILLISECONDS);
    return new JSONObject().put("acquired", open);
  }

  @Override
  public void release(String token) {
    latch.countDown();
  }

  @Override
  public boolean forceRelease() {
    return latch.delete();
  }

  @Override
  public boolean setPermits(int permits) {
    return latch.trySetCount(permits);
  }

  @Override
  public JSONObject state() {
    return new JSONObject().put("available", latch.getCount());
  }
}
