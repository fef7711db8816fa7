import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningConsole, startConsole } from '../support/console';
import { writeDay } from './past/write-day';
import { type DemoServers, startServers } from './servers';
import { startWorkload, type Workload } from './workload';

/** Owns everything the demo runs: servers, workload, console. Started by bin/demo.mjs, which ends what outlives us. */
const port = Number(process.argv[2]);
const ownUrl = process.env.LOCKSCOPE_DEMO_REDIS_URL;
const parent = process.ppid;

let servers: DemoServers | null = null;
let workload: Workload | null = null;
let consoleProcess: RunningConsole | null = null;
let ending = false;
const past = new AbortController();

async function start(): Promise<void> {
  if (ownUrl === undefined) servers = await startServers();
  const targets = servers?.targets ?? [{ name: 'redis', url: ownUrl ?? '' }];
  const sample = servers && !ending ? await sampleDay() : {};
  if (ending) return;
  consoleProcess = await startConsole({ targets, port, ...sample });
  void consoleProcess.ended.then(consoleEnded);
  // After the console, so that it sees the renewals of the holder that is about to be killed.
  if (servers && !ending) workload = startWorkload(servers);
  console.log(
    ownUrl === undefined
      ? tour(consoleProcess.url)
      : `\nLockscope watches your Redis: ${consoleProcess.url}\n`,
  );
}

/** Where a console finds a simulated day as its history, and says that it is one. */
async function sampleDay() {
  console.log('Recording a simulated day, so that charts and history have something to show …');
  const folder = join(tmpdir(), 'console');
  const data = join(folder, 'lockscope-data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeDay(join(data, 'history.db'), past.signal);
  const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return { folder, notice: `Sample data: servers of the demo. History before ${time} UTC is simulated.` };
}

function consoleEnded(): void {
  if (ending) return;
  console.error(`the console ended by itself:\n${consoleProcess?.logs()}`);
  void end(1);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  clearInterval(watch);
  past.abort();
  await Promise.allSettled([consoleProcess?.close(), workload?.stop()]);
  await servers?.close();
  // Its maker removes it as well, unless that is what was killed.
  if (tmpdir().includes('lockscope-demo-')) await rm(tmpdir(), { recursive: true, force: true });
  process.exit(code);
}

const watch = setInterval(() => {
  if (process.ppid !== parent) void end(0);
}, 250);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

start().catch((error: unknown) => {
  if (ending) return;
  console.error(error instanceof Error ? error.message : error);
  void end(1);
});

function tour(url: string): string {
  return `
Lockscope is at ${url}
Five Redis servers are running (shop: production, billing: staging, quorum: a Redlock group
of three, of which one is down) with a dozen processes
that lock and release. Worth a look:
  order:{4711}:lock            its holder was killed, somebody waits: release it and see who gets it
  cron:nightly-reconcile:lock  has no TTL: nobody can take it ever again
  report:monthly:lock          held three deep, kept alive by a watchdog
  import:catalogue:lock        its own value says that it lapsed minutes ago
  account:{4471}:transfer      two processes wait for each other: the graph shows it after ten seconds
The day before was simulated: a failover, a deploy that made holds longer, a killed process, a deadlock.
Ctrl-C ends all of it.
`;
}
