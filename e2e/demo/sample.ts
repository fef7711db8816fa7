/** Owns the servers and the workload of sample data. Started by bin/sample.mjs, which ends any that outlive this. */
import { once } from 'node:events';
import { type DemoServers, startServers } from './servers';
import { startWorkload, type Workload } from './workload';

const parent = process.ppid;

let servers: DemoServers | null = null;
let workload: Workload | null = null;
let ending = false;

async function start(): Promise<void> {
  servers = await startServers();
  if (ending) return;
  // Whatever the demo calls them: nobody is to take these for servers of their own.
  const targets = servers.targets.map((target) => ({ ...target, environment: 'sample data' }));
  console.log(JSON.stringify({ targets }));
  await once(process.stdin, 'data');
  // After the console watches, so that it sees the renewals of the holder that is about to be killed.
  if (!ending) workload = startWorkload(servers);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  clearInterval(watch);
  await workload?.stop();
  await servers?.close();
  process.exit(code);
}

const watch = setInterval(() => {
  if (process.ppid !== parent) void end(0);
}, 250);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.stdin.once('end', () => void end(0));

start().catch(() => void end(1));
