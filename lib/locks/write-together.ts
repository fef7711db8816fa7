import type { Redis } from 'ioredis';
import { AdaptiveSpin } from './adaptive-spin';
import { isCluster, type LockRedis } from './arguments';

/** So many commands leave in one write: fewer cost a system call each, more keep the server waiting for the first. */
const TOGETHER = 8;

/**
 * Sends commands so that what many callers send in one turn of the event loop leaves in few writes: while a reply is
 * awaited, the socket keeps its writes back until there are some, or the turn ends. A lone command goes at once. Nothing
 * waits for another turn, and order is kept. The answer to a lone command is waited for awake, where that pays.
 */
export function writerOf(redis: LockRedis): <T>(send: () => Promise<T>) => Promise<T> {
  if (isCluster(redis)) return (send) => send();
  const single = redis;
  const spin = new AdaptiveSpin();
  let awaited = 0;
  /** The socket that keeps its writes back; a reconnect may have brought another since. */
  let corked: Redis['stream'] | null = null;
  let kept = 0;

  function cork(): void {
    const { stream } = single;
    if (!stream?.writable) return;
    if (corked === stream) {
      if (++kept < TOGETHER) return;
      stream.uncork();
      stream.cork();
    } else {
      corked = stream;
      stream.cork();
      setImmediate(() => {
        stream.uncork();
        if (corked === stream) corked = null;
      });
    }
    kept = 0;
  }

  const answered = () => {
    awaited--;
    spin.answered();
  };
  return (send) => {
    if (awaited > 0) cork();
    awaited++;
    const answer = send();
    if (awaited === 1) spin.begin();
    else spin.end();
    answer.then(answered, answered);
    return answer;
  };
}
