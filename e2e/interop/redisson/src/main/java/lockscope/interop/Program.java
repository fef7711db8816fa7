package lockscope.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.json.JSONObject;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

/**
 * Redisson behind the line protocol of ../protocol.ts: requests on standard input, replies on standard output. Ends when
 * its input does. Each holder is a thread, since that is what Redisson takes for one.
 */
public final class Program {
  private final Map<String, RedissonClient> connections = new HashMap<>();
  private final Map<String, Holder> holders = new HashMap<>();
  private final WaitWatch waits = new WaitWatch();

  public static void main(String[] args) throws IOException {
    String version = Redisson.class.getPackage().getImplementationVersion();
    Replies.send(new JSONObject().put("event", "ready").put("library", "redisson").put("version", version));
    new Program().run();
    Runtime.getRuntime().halt(0); // locks that are held lapse, as they do when a process dies
  }

  private void run() throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JSONObject request = new JSONObject(line);
      int id = request.getInt("id");
      try {
        handle(request, id);
      } catch (Exception error) {
        Replies.failed(id, error);
      }
    }
  }

  /** What takes time goes to a holder's thread; the others are answered here. */
  private void handle(JSONObject request, int id) {
    String name = request.optString("holder", "");
    switch (request.getString("do")) {
      case "connect" -> new Thread(() -> connect(request, id)).start();
      case "interrupt" -> {
        holders.get(name).interrupt();
        Replies.done(id, new JSONObject());
      }
      case "leave" -> {
        Holder holder = holders.remove(name);
        if (holder != null) holder.end();
        Replies.done(id, new JSONObject());
      }
      default -> {
        RedissonClient client = connected(request.getString("connection"));
        holders.computeIfAbsent(name, Holder::new).run(id, () -> perform(client, request, id));
      }
    }
  }

  private JSONObject perform(RedissonClient client, JSONObject request, int id) throws Exception {
    Lock lock = Lock.of(client, request);
    return switch (request.getString("do")) {
      case "acquire" -> {
        WaitWatch.Wait wait = waits.begin(id);
        try {
          yield lock.acquire(millis(request, "waitMs"), millis(request, "leaseMs"));
        } finally {
          wait.end();
        }
      }
      case "release" -> {
        lock.release(request.optString("token"));
        yield new JSONObject();
      }
      case "forceRelease" -> new JSONObject().put("released", lock.forceRelease());
      case "setPermits" -> new JSONObject().put("set", lock.setPermits(request.getInt("permits")));
      case "state" -> lock.state();
      default -> throw new IllegalArgumentException("cannot do \"" + request.getString("do") + "\"");
    };
  }

  private void connect(JSONObject request, int id) {
    try {
      RedissonClient client = Connections.open(request);
      synchronized (connections) {
        connections.put(request.getString("connection"), client);
      }
      Replies.done(id, new JSONObject().put("processId", client.getId()));
    } catch (Exception error) {
      Replies.failed(id, error);
    }
  }

  private RedissonClient connected(String name) {
    synchronized (connections) {
      RedissonClient client = connections.get(name);
      if (client == null) throw new IllegalArgumentException("no connection is called \"" + name + "\"");
      return client;
    }
  }

  private static Long millis(JSONObject request, String name) {
    return request.isNull(name) ? null : request.getLong(name);
  }
}
