import type { Redis } from 'ioredis';
import { isCluster, type LockRedis } from './arguments';

/** State of the connections of the caller's client. */
export type Connections = {
  /** Number of connections lost so far. */
  disconnects(): number;
  /** Last error of a connection that is down; undefined while all are up, or where no error is known. */
  problem(): unknown;
  stop(): void;
};

/**
 * Watches without an `error` listener: with one, ioredis would stop printing the errors that the caller does not listen to.
 */
export function watchConnections(redis: LockRedis): Connections {
  let count = 0;
  let last: unknown;
  const watched = new Map<Redis, () => void>();

  function watch(node: Redis): void {
    const onClose = () => {
      count++;
      last = errorOf(node) ?? new Error(`the connection to ${placeOf(node)} was closed`);
    };
    last ??= errorOf(node);
    watched.set(node, onClose);
    node.on('close', onClose);
  }

  function unwatch(node: Redis): void {
    const onClose = watched.get(node);
    if (onClose) node.off('close', onClose);
    watched.delete(node);
    count++;
  }

  function isUp(): boolean {
    if (redis.status !== 'ready') return false;
    return !isCluster(redis) || redis.nodes().every(({ status }) => status === 'ready' || status === 'wait');
  }

  const onError = (error: unknown) => {
    last = error;
  };
  const listeners = { '+node': watch, '-node': unwatch, 'node error': onError, sentinelError: onError };
  for (const node of isCluster(redis) ? redis.nodes() : [redis]) watch(node);
  for (const [event, listener] of Object.entries(listeners)) redis.on(event, listener);
  return {
    disconnects: () => count,
    problem: () => (isUp() ? undefined : last),
    stop() {
      for (const [event, listener] of Object.entries(listeners)) redis.off(event, listener);
      for (const [node, onClose] of watched) node.off('close', onClose);
    },
  };
}

/** The error of the present connection, or of the last one. */
function errorOf({ stream }: Redis): Error | undefined {
  return stream?.errored ?? undefined;
}

function placeOf({ options }: Redis): string {
  return options.path ?? `${options.host}:${options.port}`;
}
