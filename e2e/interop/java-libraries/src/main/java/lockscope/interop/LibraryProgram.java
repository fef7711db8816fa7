package lockscope.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.json.JSONObject;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A Java lock library behind the line protocol of ../protocol.ts; its argument names the artifact. Each holder is a
 * thread, since that is what Spring takes for one.
 */
public final class LibraryProgram {
  private final Library library;
  private final Map<String, Library.Locks> connections = new ConcurrentHashMap<>();
  private final Map<String, Holder> holders = new ConcurrentHashMap<>();
  /** What each holder has, the latest first. */
  private final Map<String, Deque<Library.Held>> holds = new ConcurrentHashMap<>();

  private LibraryProgram(Library library) {
    this.library = library;
  }

  public static void main(String[] args) throws IOException {
    Library library = Library.of(args[0]);
    JSONObject ready = new JSONObject().put("event", "ready").put("library", library.name());
    Replies.send(ready.put("version", library.version()));
    new LibraryProgram(library).run();
    Runtime.getRuntime().halt(0); // locks that are held lapse, as they do when a process dies
  }

  private void run() throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JSONObject request = new JSONObject(line);
      int id = request.getInt("id");
      String name = request.optString("holder", "connections");
      if (request.getString("do").equals("leave")) leave(name, id);
      else holders.computeIfAbsent(name, Holder::new).run(id, () -> perform(request, name));
    }
  }

  private void leave(String name, int id) {
    Holder holder = holders.remove(name);
    if (holder != null) holder.end();
    holds.remove(name);
    Replies.done(id, new JSONObject());
  }

  private JSONObject perform(JSONObject request, String name) throws Exception {
    Deque<Library.Held> held = holds.computeIfAbsent(name, (unused) -> new ArrayDeque<>());
    switch (request.getString("do")) {
      case "connect" -> connections.put(request.getString("connection"), library.open(connect(request)));
      case "acquire" -> {
        return acquire(request, held);
      }
      case "release" -> held.pop().release();
      case "extend" -> held.element().extend(request.getLong("leaseMs"));
      case "state" -> { }
      default -> throw new IllegalArgumentException("cannot do \"" + request.getString("do") + "\"");
    }
    return new JSONObject();
  }

  private JSONObject acquire(JSONObject request, Deque<Library.Held> held) throws InterruptedException {
    Library.Locks locks = connections.get(request.getString("connection"));
    Library.Held taken = locks.acquire(request, millis(request, "waitMs"), millis(request, "leaseMs"));
    if (taken == null) return new JSONObject().put("acquired", false);
    held.push(taken);
    return new JSONObject().put("acquired", true).putOpt("token", taken.token());
  }

  private static LettuceConnectionFactory connect(JSONObject request) {
    URI node = URI.create(request.getJSONArray("nodes").getString(0));
    LettuceConnectionFactory connections = new LettuceConnectionFactory(node.getHost(), node.getPort());
    connections.afterPropertiesSet();
    connections.start();
    return connections;
  }

  private static Long millis(JSONObject request, String name) {
    return request.isNull(name) ? null : request.getLong(name);
  }
}
