import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { until } from '../support/redis-server';
import type { WriteEvent } from './events';

export type WriteStream = {
  /** Resolves when everything the server had written when it was called has been passed on. */
  caughtUp(): Promise<void>;
  close(): void;
};

type Options = {
  port: number;
  node: number;
  now(): number;
  /** Called for each write, in the order of execution; those of one script or transaction share `txn`. */
  heard(write: WriteEvent): void;
};

/**
 * Listens as a replica does: every effective write of a server, expirations and what scripts did included. Connects again
 * when the server restarts, and then says that writes may have been missed.
 */
export async function openWriteStream({ port, node, now, heard }: Options): Promise<WriteStream> {
  let closed = false;
  let socket: Socket | null = null;
  let offset = -1;
  let txn = 0;
  let inside = false;

  function pass(args: string[] | null): void {
    const name = args?.[0]?.toUpperCase();
    if (name === 'MULTI') inside = true;
    else if (name === 'EXEC') inside = false;
    else heard({ event: 'write', at: now(), node, txn, args });
    if (!inside) txn++;
  }

  function listen(): Promise<void> {
    return new Promise((resolve) => {
      const parser = createParser();
      socket = connect(port, '127.0.0.1', () => socket?.write('PSYNC ? -1\r\n'));
      socket.on('error', () => {}); // `close` follows
      socket.on('close', () => {
        offset = -1;
        inside = false;
        if (closed) return;
        if (parser.start() !== null) pass(null);
        void pause(10).then(listen).then(resolve);
      });
      socket.on('data', (chunk) => {
        for (const command of parser.feed(chunk)) pass(command);
        if (parser.refused()) socket?.destroy(); // it is loading its data; `close` tries again
        if (parser.start() === null) return;
        offset = parser.offset();
        resolve();
      });
    });
  }

  await listen();
  return {
    async caughtUp() {
      const redis = new Redis(port, '127.0.0.1');
      redis.on('error', () => {}); // it answers as soon as the server is back
      const info = await redis.info('replication').finally(() => redis.disconnect());
      const wanted = Number(/master_repl_offset:(\d+)/.exec(info)?.[1]);
      await until(`the writes of port ${port}`, () => offset >= wanted);
    },
    close() {
      closed = true;
      socket?.destroy();
    },
  };
}

/** `+FULLRESYNC <id> <offset>`, empty lines while the server saves, `$<length>` and a snapshot, then commands. */
function createParser() {
  let rest = Buffer.alloc(0);
  let start: number | null = null;
  let consumed = 0;
  let announced: number | null = null;
  let refused = false;

  function line(from: number): { text: string; next: number } | null {
    const end = rest.indexOf('\r\n', from);
    return end < 0 ? null : { text: rest.toString('latin1', from, end), next: end + 2 };
  }

  /** Skips what precedes the commands; true once it is behind us. */
  function pastSnapshot(): boolean {
    if (start !== null) return true;
    if (announced === null) {
      const head = line(0);
      if (!head) return false;
      refused = !head.text.startsWith('+FULLRESYNC');
      if (refused) return false;
      announced = Number(head.text.split(' ')[2]);
      rest = rest.subarray(head.next);
    }
    while (rest[0] === 0x0a) rest = rest.subarray(1);
    const size = line(0);
    if (!size || rest.length < size.next + Number(size.text.slice(1))) return false;
    rest = rest.subarray(size.next + Number(size.text.slice(1)));
    start = announced;
    return true;
  }

  function command(): string[] | null {
    const head = line(0);
    if (!head) return null;
    const args: string[] = [];
    let at = head.next;
    for (let left = Number(head.text.slice(1)); left > 0; left--) {
      const size = line(at);
      if (!size) return null;
      const end = size.next + Number(size.text.slice(1));
      if (rest.length < end + 2) return null;
      args.push(rest.toString('latin1', size.next, end));
      at = end + 2;
    }
    rest = rest.subarray(at);
    consumed += at;
    return args;
  }

  return {
    start: () => start,
    refused: () => refused,
    offset: () => (start ?? 0) + consumed,
    feed(chunk: Buffer): string[][] {
      rest = Buffer.concat([rest, chunk]);
      const commands: string[][] = [];
      if (!pastSnapshot()) return commands;
      for (let next = command(); next; next = command()) commands.push(next);
      return commands;
    },
  };
}
