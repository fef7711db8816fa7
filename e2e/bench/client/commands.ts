import { Redis } from 'ioredis';

/** What one or more servers ran, by command, without the readings themselves. */
export type CommandCounts = { byName: Map<string, number>; total: number; processed: number };

/** Reads INFO of all servers on connections of its own. */
export async function openCommandCounts(urls: readonly string[]) {
  const clients = urls.map((url) => new Redis(url, { lazyConnect: true }));
  await Promise.all(clients.map((redis) => redis.connect()));
  let readings = 0;

  async function read(): Promise<CommandCounts> {
    const infos = await Promise.all(clients.map((redis) => redis.info('everything')));
    const earlier = readings++ * clients.length;
    const byName = new Map<string, number>();
    let [total, processed] = [-earlier, -earlier];
    for (const info of infos) {
      for (const [, name = '', calls] of info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)) {
        byName.set(name, (byName.get(name) ?? 0) + Number(calls));
        total += Number(calls);
      }
      processed += Number(/^total_commands_processed:(\d+)/m.exec(info)?.[1]);
    }
    return { byName, total, processed };
  }

  return {
    read,
    close() {
      for (const redis of clients) redis.disconnect();
    },
  };
}

/** `later` less `earlier`. */
export function commandsBetween(earlier: CommandCounts, later: CommandCounts): CommandCounts {
  const byName = new Map(
    [...later.byName].map(([name, calls]) => [name, calls - (earlier.byName.get(name) ?? 0)]),
  );
  return { byName, total: later.total - earlier.total, processed: later.processed - earlier.processed };
}

export type Requests = { sentTo(ports: readonly number[]): number; stop(): void };

/**
 * Counts what all ioredis connections of this process send, by port of the server, also those that a library opens by
 * itself. Redis' own counts cannot be split into requests and what scripts ran.
 */
export function countRequests(): Requests {
  const original = Redis.prototype.sendCommand;
  const byPort = new Map<number, number>();
  Redis.prototype.sendCommand = function (command, stream) {
    const port = this.options.port ?? 0;
    byPort.set(port, (byPort.get(port) ?? 0) + 1);
    return original.call(this, command, stream);
  };
  return {
    sentTo: (ports) => ports.reduce((sum, port) => sum + (byPort.get(port) ?? 0), 0),
    stop() {
      Redis.prototype.sendCommand = original;
    },
  };
}
