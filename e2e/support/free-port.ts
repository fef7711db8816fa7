import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below what systems give to outgoing connections, so none of those takes a port that was found free. */
const FIRST_PORT = 12_000;
/** Each port is claimed by listening on the one so far above it, */
const CLAIM_OFFSET = 5_000;
/** and a cluster node listens on its port + 10,000 as well. */
const BUS_OFFSET = 10_000;
const PORTS = CLAIM_OFFSET;

/** Where connections are refused for as long as a test runs: a free port is soon taken by the server of another test. */
export const REFUSED_PORT = 1;

const claims = new Map<number, Server>();

/**
 * A port that is free, as is the one 10,000 above. It is claimed until `giveBack` or the end of this process: a server
 * that stops and starts again finds it free, for every process of a run asks here.
 * `first` and `count` are where to look. Throws when each is in use or claimed.
 */
export async function freePort(first = FIRST_PORT, count = PORTS): Promise<number> {
  const start = Math.floor(Math.random() * count);
  for (let tries = 0; tries < count; tries++) {
    const port = first + ((start + tries) % count);
    const claim = await listenOn(port + CLAIM_OFFSET);
    if (!claim) continue;
    if ((await isFree(port)) && (await isFree(port + BUS_OFFSET))) {
      claims.set(port, claim.unref());
      return port;
    }
    claim.close();
  }
  throw new Error(`no free port from ${first} to ${first + count - 1}`);
}

/** From here on the port may be another's. */
export function giveBack(port: number): void {
  claims.get(port)?.close();
  claims.delete(port);
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (!probe) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

/** `null`: somebody listens there. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  const bound = once(server, 'listening').then(
    () => true,
    () => false, // in use
  );
  server.listen(port, '127.0.0.1');
  return (await bound) ? server : null;
}
