import { availableParallelism } from 'node:os';
import type { Redis } from 'ioredis';
import { AdaptiveSpin } from './adaptive-spin';
import { isCluster, type LockRedis } from './arguments';
import { monotonicMs } from './timers';

/** So many commands leave in one write: fewer cost a system call each, more keep the server waiting for the first. */
const TOGETHER = 8;

/** How long writes are kept back while a reply is awaited, ms: what a server on the same machine needs for its reply. */
const KEPT_MS = availableParallelism() < 2 ? 0 : 0.1;

/** Of all links: who asks several servers at once leaves them the processor. */
let underWay = 0;
let spinning: AdaptiveSpin | null = null;

/**
 * Sends commands so that many leave in few writes, as Nagle's algorithm does for bytes (RFC 896): a lone command goes at
 * once; while its reply is awaited, the socket keeps back what follows until there are some, or for `KEPT_MS` and the turn
 * of the event loop that is under way then. Order is kept. With a Redlock this lets the nodes of the quorum go first. The
 * answer to a lone command is waited for awake, where that pays.
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
      const untilMs = monotonicMs() + KEPT_MS;
      const turn = () => {
        if (monotonicMs() < untilMs) return void setImmediate(turn);
        stream.uncork();
        if (corked === stream) corked = null;
      };
      setImmediate(turn);
    }
    kept = 0;
  }

  const answered = () => {
    awaited--;
    underWay--;
    spin.answered();
  };
  return (send) => {
    if (awaited > 0) cork();
    awaited++;
    underWay++;
    const answer = send();
    spinning?.end();
    spinning = underWay === 1 ? spin : null;
    spinning?.begin();
    answer.then(answered, answered);
    return answer;
  };
}
