import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { RedisServer } from '../support/redis-server';
import type { ClientProcesses } from './client-processes';
import type { FaultEvent } from './events';
import type { PlannedFault, RoundPlan } from './plan-round';

type World = {
  plan: RoundPlan;
  servers: RedisServer[];
  processes: ClientProcesses;
  now(): number;
  record(event: FaultEvent): void;
};

/**
 * Injects the planned faults, each in its time counted from now and after the one before it on the same target. Resolves
 * when all of them are over.
 */
export async function injectFaults(world: World): Promise<void> {
  const last = new Map<string, Promise<void>>();
  for (const fault of world.plan.faults) {
    const turn = Promise.all([pause(fault.atMs), last.get(fault.target)]);
    last.set(
      fault.target,
      turn.then(() => inject(world, fault)),
    );
  }
  await Promise.all(last.values());
}

async function inject(world: World, planned: PlannedFault): Promise<void> {
  const [kind, number] = planned.target.split('-');
  const index = Number(number);
  const target = kind === 'process' ? world.processes.nameOf(index) : planned.target;
  const at = world.now();
  if (kind === 'process') await disturbProcess(world.processes, index, planned);
  else await disturbServer(world.servers[index], planned);
  const lossy = planned.fault === 'restart' && planned.target === 'server-0' && !world.plan.durable;
  world.record({ event: 'fault', fault: planned.fault, target, at, until: world.now(), lossy });
}

async function disturbProcess(processes: ClientProcesses, index: number, planned: PlannedFault) {
  if (planned.fault === 'clock-step') return processes.stepClock(index, planned.offsetMs);
  if (planned.fault === 'pause') {
    processes.pause(index);
    await pause(planned.forMs);
    return processes.resume(index);
  }
  await processes.kill(index);
  await pause(planned.forMs);
  await processes.start(index);
}

async function disturbServer(server: RedisServer | undefined, planned: PlannedFault): Promise<void> {
  if (!server) throw new Error(`there is no ${planned.target}`);
  if (planned.fault === 'restart') {
    await server.stop('SIGKILL');
    await pause(planned.forMs);
    return server.start();
  }
  if (planned.fault === 'freeze') {
    server.freeze();
    await pause(planned.forMs);
    return server.thaw();
  }
  await command(server, planned);
}

async function command(server: RedisServer, { fault }: PlannedFault): Promise<void> {
  const redis = new Redis(server.url);
  redis.on('error', () => {}); // another fault may have taken the server away
  try {
    if (fault === 'script-flush') await redis.script('FLUSH');
    else await redis.call('CLIENT', 'KILL', 'TYPE', fault === 'drop-commands' ? 'normal' : 'pubsub');
  } catch {
    // a server that is down has no connections to drop
  } finally {
    redis.disconnect();
  }
}
