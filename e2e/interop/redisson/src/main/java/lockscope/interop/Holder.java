package lockscope.interop;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.json.JSONObject;

/** A thread that does what it is asked to, one request after the other. */
final class Holder {
  private final ExecutorService queue;
  private volatile Thread thread;

  Holder(String name) {
    queue = Executors.newSingleThreadExecutor((work) -> {
      thread = new Thread(work, "holder-" + name);
      thread.setDaemon(true);
      return thread;
    });
  }

  void run(int id, Callable<JSONObject> work) {
    queue.execute(() -> {
      try {
        Replies.done(id, work.call());
      } catch (Throwable error) {
        Replies.failed(id, error);
      }
    });
  }

  void interrupt() {
    thread.interrupt();
  }

  void end() {
    queue.shutdown();
  }
}
