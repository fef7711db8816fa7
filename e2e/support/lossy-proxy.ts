import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type LossyProxy = {
  url: string;
  port: number;
  /** Replies that match are lost from now on, and nothing shows it; null = none are. */
  lose(what: RegExp | null): void;
  /** How many were lost. */
  lost(): number;
  close(): Promise<void>;
};

/** A TCP proxy before the server on `targetPort` that takes single replies out of the stream, such as messages of one kind. */
export async function startLossyProxy(targetPort: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  let pattern: RegExp | null = null;
  let lost = 0;

  function passReplies(from: Socket, to: Socket): void {
    let rest = Buffer.alloc(0);
    from.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = replyEnd(rest, 0); end > 0; end = replyEnd(rest, 0)) {
        const reply = rest.subarray(0, end);
        rest = rest.subarray(end);
        if (pattern?.test(reply.toString('latin1'))) lost += 1;
        else if (to.writable) to.write(reply);
      }
    });
  }

  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {}); // `close` follows
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream);
    passReplies(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    lose: (what) => {
      pattern = what;
    },
    lost: () => lost,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Where the RESP2 reply that begins at `at` ends; -1 = not all of it is there. */
function replyEnd(bytes: Buffer, at: number): number {
  const lineEnd = bytes.indexOf('\r\n', at);
  if (lineEnd < 0) return -1;
  const count = Number(bytes.toString('latin1', at + 1, lineEnd));
  let end = lineEnd + 2;
  switch (String.fromCharCode(bytes[at] ?? 0)) {
    case '$':
      end += count < 0 ? 0 : count + 2;
      return end > bytes.length ? -1 : end;
    case '*':
      for (let i = 0; i < count; i++) {
        end = replyEnd(bytes, end);
        if (end < 0) return -1;
      }
      return end;
    default:
      return end;
  }
}
