import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'vitest';
import { until } from './redis-server';

type Cleanup = Pick<TestContext, 'onTestFinished'>;

/** Listens on a free port until the test ends; resolves to the port. */
export async function portOf(server: Server, { onTestFinished }: Cleanup): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A web server, which answers 400 to anything but HTTP. */
export function httpPort(context: Cleanup): Promise<number> {
  return portOf(
    createHttp((_, response) => response.end('hello')),
    context,
  );
}

/** A server that greets first, as SSH, SMTP and MySQL do. */
export function greetingPort(context: Cleanup): Promise<number> {
  return portOf(
    createServer((socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n')),
    context,
  );
}

/** A server that answers every command with an error which repeats the whole of it, AUTH and its password too. */
export function echoingPort(context: Cleanup): Promise<number> {
  return portOf(
    createServer((socket) => {
      socket.on('data', (data) => {
        const text = data.toString('latin1');
        const commands = text.split('*').length - 1;
        const error = `-ERR I was sent ${text.replace(/[\r\n]+/g, ' ')}\r\n`;
        socket.write(error.repeat(Math.max(1, commands)));
      });
    }),
    context,
  );
}

/**
 * A port that takes no connection and refuses none, as behind a firewall that drops: a process that listens and accepts
 * nothing, its queue full.
 */
export async function droppingPort({ onTestFinished }: Cleanup): Promise<number> {
  const program = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, server.address().port + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const waiting: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  // Connections that nobody accepts fill the queue; the first that stays pending shows that it is full.
  await until('its queue is full', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    waiting.push(socket);
    const opened = once(socket, 'connect').then(() => true);
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 500));
    return !(await Promise.race([opened, late]));
  });
  return port;
}
