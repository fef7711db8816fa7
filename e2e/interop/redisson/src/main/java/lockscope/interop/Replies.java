package lockscope.interop;

import java.io.FileOutputStream;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.json.JSONObject;

/** Lines to the driver, whole ones from whatever thread. */
final class Replies {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);

  private Replies() {}

  static void done(int id, JSONObject result) {
    send(new JSONObject().put("id", id).put("event", "done").put("result", result));
  }

  static void waiting(int id) {
    send(new JSONObject().put("id", id).put("event", "waiting"));
  }

  static void failed(int id, Throwable error) {
    String message = String.valueOf(error.getMessage());
    if (error.getCause() != null) message += " (" + error.getCause() + ")";
    JSONObject reply = new JSONObject().put("id", id).put("event", "failed");
    send(reply.put("error", error.getClass().getSimpleName()).put("message", message));
  }

  static synchronized void send(JSONObject line) {
    OUT.println(line);
    OUT.flush();
  }
}
