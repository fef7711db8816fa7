import { isCluster, type LockRedis } from './arguments';

/**
 * Sends commands so that what many callers send in one turn of the event loop leaves in one write: while a reply is
 * awaited, the socket keeps its writes back until the turn ends. A lone command goes at once. Nothing waits for another
 * turn, and order is kept.
 */
export function writerOf(redis: LockRedis): <T>(send: () => Promise<T>) => Promise<T> {
  if (isCluster(redis)) return (send) => send();
  const single = redis;
  let awaited = 0;
  let corked = false;

  function cork(): void {
    const { stream } = single;
    if (corked || !stream?.writable) return;
    corked = true;
    stream.cork();
    setImmediate(() => {
      corked = false;
      stream.uncork();
    });
  }

  const answered = () => {
    awaited--;
  };
  return (send) => {
    if (awaited > 0) cork();
    awaited++;
    const answer = send();
    answer.then(answered, answered);
    return answer;
  };
}
