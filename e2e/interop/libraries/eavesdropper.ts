import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Redis } from 'ioredis';
import { until } from '../../support/redis-server';

/** Tells who asks a server about a lock: how a waiter is seen whose library does not say that it waits. */
export type Eavesdropper = {
  /** Begins to listen for what names `text`. */
  listen(text: string): {
    /** Resolves when those have asked `times` times, by `command` if it is not null, who had not when this was called. */
    newcomer(of: { command: string | null; times: number }): Promise<void>;
    stop(): void;
  };
  close(): void;
};

const LIMIT_MS = 10_000;
/** `+<time> [<db> <address>] "<command>" "<argument>"…`; a script's own commands have `lua` for an address. */
const LINE = /^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/;

/** Hears what all clients send, but for the console's. A socket of its own: clients lose count when MONITOR is busy. */
export async function eavesdrop(redis: Redis, port: number): Promise<Eavesdropper> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const listeners = new Set<(line: string) => void>();
  createInterface({ input: socket }).on('line', (line) => {
    for (const listener of listeners) listener(line);
  });
  socket.on('error', () => {}); // the server ends with the test
  socket.write('MONITOR\r\n');

  async function consoles(): Promise<Set<string>> {
    const clients = String(await redis.client('LIST')).split('\n');
    const own = clients.filter((line) => line.includes(' name=lockscope:'));
    return new Set(own.map((line) => / addr=(\S+)/.exec(line)?.[1] ?? ''));
  }

  return {
    listen(text) {
      const asked: { source: string; command: string }[] = [];
      const listener = (line: string) => {
        const [, source, command] = line.includes(text) ? (LINE.exec(line) ?? []) : [];
        if (source && command && source !== 'lua') asked.push({ source, command: command.toLowerCase() });
      };
      listeners.add(listener);
      return {
        async newcomer({ command, times }) {
          const before = new Set(asked.map(({ source }) => source));
          const come = async () => {
            const fresh = asked.filter(({ source }) => !before.has(source));
            const fitting = fresh.filter((each) => command === null || each.command === command);
            if (fitting.length < times) return false;
            const ignored = await consoles();
            return fitting.filter(({ source }) => !ignored.has(source)).length >= times;
          };
          await until(`somebody new asks for ${text}`, come, LIMIT_MS);
        },
        stop: () => void listeners.delete(listener),
      };
    },
    close: () => socket.destroy(),
  };
}
