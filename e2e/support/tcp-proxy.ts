import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type TcpProxy = {
  port: number;
  url: string;
  /**
   * Accepts and answers nothing, as a node that hangs. What either side sends is kept and arrives at `pass`, that is
   * late, also when the sender has given up and closed its connection. With `only`, just the connections hang whose
   * client has ever said that, such as its name.
   */
  hang(only?: string): void;
  /** Requests arrive, replies are dropped for ever: `cut` before `pass`, else every later reply is one off. */
  mute(): void;
  /** Everything flows, first what was kept. */
  pass(): void;
  /** Replies that match are lost from now on, and nothing shows it; null = none are. Only with `isResp2`. */
  lose(what: RegExp | null): void;
  /** How many were lost. */
  lost(): number;
  /** Every reply from now on takes `ms` longer; with `only`, as for `hang`. */
  delay(ms: number, only?: string): void;
  /** Cuts all connections and drops what was kept; new ones are accepted. */
  cut(): void;
  close(): Promise<void>;
};

/** So much of what a client says first is kept to know it by, bytes. */
const HEARD = 4_096;

/** One direction of one connection. */
type Pipe = {
  from: Socket;
  to: Socket;
  isReply: boolean;
  kept: Buffer[];
  sent: Promise<void>;
  heard: { text: string };
  /** Begin of a reply whose end did not come yet. */
  rest: Buffer;
};

/**
 * A TCP proxy between clients and the server on `targetPort`, which does to them what networks and nodes do. With
 * `answersEnd: false` a client that ends its connection hears nothing of it, as where packets are lost: `cut` ends it. With
 * `isResp2` what the server sends is read as replies of RESP2, so that single ones can be lost.
 */
export async function startProxy(
  targetPort: number,
  { answersEnd = true, isResp2 = false }: { answersEnd?: boolean; isResp2?: boolean } = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const pipes = new Set<Pipe>();
  let mode: 'pass' | 'hang' | 'mute' = 'pass';
  let delayMs = 0;
  let delaysOnly = '';
  let hangsOnly = '';
  let losing: RegExp | null = null;
  let lost = 0;

  function send(pipe: Pipe, chunk: Buffer): void {
    const isLate = pipe.isReply && pipe.heard.text.includes(delaysOnly);
    const dueMs = performance.now() + (isLate ? delayMs : 0);
    pipe.sent = pipe.sent.then(async () => {
      const leftMs = dueMs - performance.now();
      if (leftMs > 0) await sleep(leftMs);
      if (pipe.to.writable) pipe.to.write(chunk);
    });
  }

  /** The whole replies of what came, without those that are lost. */
  function unlost(pipe: Pipe, chunk: Buffer): Buffer {
    pipe.rest = Buffer.concat([pipe.rest, chunk]);
    const passed: Buffer[] = [];
    for (let end = replyEnd(pipe.rest, 0); end > 0; end = replyEnd(pipe.rest, 0)) {
      const reply = pipe.rest.subarray(0, end);
      pipe.rest = pipe.rest.subarray(end);
      if (losing?.test(reply.toString('latin1'))) lost += 1;
      else passed.push(reply);
    }
    return Buffer.concat(passed);
  }

  function join(from: Socket, to: Socket, isReply: boolean, heard: Pipe['heard']): void {
    const pipe: Pipe = { from, to, isReply, heard, kept: [], sent: Promise.resolve(), rest: Buffer.alloc(0) };
    sockets.add(from);
    pipes.add(pipe);
    from.setNoDelay(true);
    from.on('error', () => {}); // `close` follows
    from.on('data', (bytes: Buffer) => {
      const chunk = isReply && isResp2 ? unlost(pipe, bytes) : bytes;
      if (chunk.length === 0) return;
      if (!isReply && heard.text.length < HEARD) heard.text += chunk.toString('latin1');
      if (mode === 'hang' && heard.text.includes(hangsOnly)) pipe.kept.push(chunk);
      else if (mode !== 'mute' || !isReply) send(pipe, chunk);
    });
    from.on('close', () => {
      sockets.delete(from);
      if (pipe.kept.length > 0 && !isReply) return; // `pass` delivers it
      pipes.delete(pipe);
      void pipe.sent.then(() => to.destroy());
    });
  }

  function pass(): void {
    mode = 'pass';
    for (const pipe of pipes) {
      for (const chunk of pipe.kept.splice(0)) send(pipe, chunk);
      if (pipe.from.destroyed) {
        pipes.delete(pipe);
        void pipe.sent.then(() => pipe.to.end());
      }
    }
  }

  function cut(): void {
    pipes.clear();
    for (const socket of sockets) socket.destroy();
  }

  const server = createServer({ allowHalfOpen: !answersEnd }, (client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    const heard = { text: '' };
    join(client, upstream, false, heard);
    join(upstream, client, true, heard);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    hang: (only = '') => {
      mode = 'hang';
      hangsOnly = only;
    },
    mute: () => {
      mode = 'mute';
    },
    pass,
    lose: (what) => {
      losing = what;
    },
    lost: () => lost,
    delay: (ms, only = '') => {
      delayMs = ms;
      delaysOnly = only;
    },
    cut,
    close: async () => {
      cut();
      const closed = once(server, 'close');
      server.close();
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
