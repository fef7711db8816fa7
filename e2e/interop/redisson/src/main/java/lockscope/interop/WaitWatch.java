package lockscope.interop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the driver when an acquisition begins to wait. Redisson has no callback for that, so stacks are looked at: a thread
 * inside the semaphore or latch of a lock entry has subscribed, tried again in vain and sleeps now.
 */
final class WaitWatch {
  private static final long PERIOD_MS = 10;
  private final Set<Wait> watched = ConcurrentHashMap.newKeySet();

  WaitWatch() {
    Thread watcher = new Thread(this::watch, "wait-watch");
    watcher.setDaemon(true);
    watcher.start();
  }

  final class Wait {
    private final int id;
    private final Thread thread = Thread.currentThread();

    private Wait(int id) {
      this.id = id;
    }

    /** The calling thread waits no more. After this it is not told, or has been. */
    synchronized void end() {
      watched.remove(this);
    }

    private synchronized void look() {
      if (!watched.contains(this) || !isAsleep(thread)) return;
      watched.remove(this);
      Replies.waiting(id);
    }
  }

  /** Watches the calling thread. */
  Wait begin(int id) {
    Wait wait = new Wait(id);
    watched.add(wait);
    return wait;
  }

  private void watch() {
    try {
      for (;; Thread.sleep(PERIOD_MS)) watched.forEach(Wait::look);
    } catch (InterruptedException end) {
      // nobody interrupts it
    }
  }

  private static boolean isAsleep(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    for (int i = 0; i + 1 < stack.length; i++) {
      String name = stack[i].getClassName();
      String caller = stack[i + 1].getClassName();
      if (name.equals("java.util.concurrent.Semaphore") && caller.startsWith("org.redisson.")) return true;
      if (name.equals("org.redisson.misc.ReclosableLatch")) return true;
      if (name.equals("java.lang.Thread") && caller.equals("org.redisson.RedissonSpinLock")) return true;
    }
    return false;
  }
}
