import { Redis } from 'ioredis';

export type Nodes = {
  readonly clients: readonly Redis[];
  /** The only client. */
  readonly one: Redis;
  /**
   * Calls `tell` when every node has answered an attempt that is sent from now on. The lock was held then, or the
   * acquisition resolves before `tell` is called.
   */
  onAnswered(tell: () => void): void;
  disconnect(): void;
};

/** Commands that try to take a lock, in all of the libraries. */
const ATTEMPTS: ReadonlySet<string> = new Set(['set', 'evalsha', 'eval']);

type Watch = { silent: Set<Redis>; tell: () => void };

/** One connection to each server, ready for commands. */
export async function connectNodes(urls: readonly string[]): Promise<Nodes> {
  const clients = urls.map((url) => new Redis(url, { lazyConnect: true }));
  await Promise.all(clients.map((redis) => redis.connect()));
  const [one] = clients;
  if (!one) throw new Error('there is no server to connect to');
  let watch: Watch | null = null;
  let patched = false;

  function answered(redis: Redis, sentUnder: Watch | null): void {
    if (!sentUnder || watch !== sentUnder) return;
    sentUnder.silent.delete(redis);
    if (sentUnder.silent.size > 0) return;
    watch = null;
    setImmediate(sentUnder.tell); // the library has read its answers by then
  }

  /** Not before somebody asks: where speed is measured, the client is as ioredis made it. */
  function patch(redis: Redis): void {
    const send = redis.sendCommand.bind(redis);
    redis.sendCommand = (command, stream) => {
      const sentUnder = ATTEMPTS.has(command.name) ? watch : null;
      const told = () => answered(redis, sentUnder);
      command.promise.then(told, told);
      return send(command, stream);
    };
  }

  return {
    clients,
    one,
    onAnswered(tell) {
      if (!patched) clients.forEach(patch);
      patched = true;
      watch = { silent: new Set(clients), tell };
    },
    disconnect() {
      for (const redis of clients) redis.disconnect();
    },
  };
}
