import { once } from 'node:events';
import { Redis } from 'ioredis';
import { runActor } from './actor';
import { createCalls } from './calls';
import type { Kind } from './events';
import { type OpenKind, openKind } from './kinds';
import { createRandom } from './random';
import { clockOf, createRecorder } from './recorder';
import type { WorkerTask } from './worker';

/** Runs the actors of one process until `stopping` aborts, then closes its lock clients and connections. */
export async function runClients(task: WorkerTask, stopping: AbortSignal, ready: () => void): Promise<void> {
  const { plan, name } = task;
  const now = clockOf(BigInt(task.originNs));
  const record = createRecorder(task.file);
  const onCut = () => record({ event: 'cut', at: now(), process: name });
  const [single, ...nodes] = task.urls.map((url) => connect(url, onCut));
  if (!single) throw new Error('there is no server');
  const open = new Map<Kind, OpenKind>(
    plan.kinds.map((kind) => [kind, openKind(kind, { single, nodes }, plan)]),
  );
  const calls = createCalls(name, now, record);
  await Promise.all([single, ...nodes].map((redis) => redis.ping().catch(() => {}))); // one may be down
  ready();
  const actors = Array.from({ length: plan.actorsPerProcess }, (_, n) =>
    runActor(plan, createRandom(`${plan.name}/${name}/${n}`), open, calls, stopping),
  );
  // Half of the processes close their clients while leases are held and waited for.
  if (createRandom(`${plan.name}/${name}`).chance(0.5)) await once(stopping, 'abort');
  else await Promise.all(actors);
  record({ event: 'close', at: now(), process: name });
  await Promise.all([...open.values()].map((kind) => kind.close()));
  await Promise.all(actors);
  for (const redis of [single, ...nodes]) redis.disconnect();
}

function connect(url: string, onCut: () => void): Redis {
  const redis = new Redis(url, { retryStrategy: (attempt) => Math.min(10 * attempt, 100) });
  redis.on('error', () => {}); // what it means is for the lock client to say
  redis.on('close', onCut);
  return redis;
}
