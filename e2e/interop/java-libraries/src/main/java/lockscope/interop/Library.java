package lockscope.interop;

import org.json.JSONObject;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** What the protocol asks of a Java lock library. */
interface Library {
  /** Name and version, the latter from the library's own jar. */
  String name();

  String version();

  /** Locks over one connection of their own. */
  Locks open(RedisConnectionFactory connections);

  interface Locks {
    /** Takes the lock for the calling thread; null when the wait is over. `waitMs` null = for ever, 0 = one attempt. */
    Held acquire(JSONObject request, Long waitMs, Long leaseMs) throws InterruptedException;
  }

  interface Held {
    /** As it stands in Redis; null where the library tells none. */
    String token();

    void release();

    void extend(long leaseMs);
  }

  static Library of(String name) {
    return switch (name) {
      case "spring-integration-redis" -> new SpringRegistry();
      case "shedlock-provider-redis-spring" -> new ShedLock();
      default -> throw new IllegalArgumentException("no library is called \"" + name + "\"");
    };
  }

  /** A class' jar says its version in its manifest or, at the least, in its name. */
  static String versionOf(Class<?> type) {
    String said = type.getPackage().getImplementationVersion();
    if (said != null) return said;
    String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    return jar.replaceAll(".*-(\\d[^/]*)\\.jar$", "$1");
  }
}
