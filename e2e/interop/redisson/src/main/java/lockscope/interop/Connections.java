package lockscope.interop;

import org.json.JSONObject;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson as an application would have it, but for its watchdog's time and fewer threads and idle connections. */
final class Connections {
  private static final int THREADS = 4;

  private Connections() {}

  static RedissonClient open(JSONObject request) {
    String[] nodes = request.getJSONArray("nodes").toList().stream().map(String::valueOf).toArray(String[]::new);
    Config config = new Config();
    config.setThreads(THREADS);
    config.setNettyThreads(THREADS);
    config.setLockWatchdogTimeout(request.getLong("watchdogMs"));
    if (!request.optBoolean("awaitsReplicas", true)) {
      config.setCheckLockSyncedSlaves(false);
      config.setSlavesSyncTimeout(1);
    }
    if (request.getBoolean("cluster")) {
      config.useClusterServers().addNodeAddress(nodes).setMasterConnectionMinimumIdleSize(2)
          .setSlaveConnectionMinimumIdleSize(1);
    } else {
      config.useSingleServer().setAddress(nodes[0]).setConnectionMinimumIdleSize(THREADS);
    }
    return Redisson.create(config);
  }
}
