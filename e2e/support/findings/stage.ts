import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { TestContext } from 'vitest';
import { preview } from '../../../lib/actions/plan/preview';
import { runAction } from '../../../lib/actions/run/run-action';
import type { FindingCode } from '../../../lib/contract/finding-codes';
import type { OpenFinding } from '../../../lib/contract/findings';
import type { Lock } from '../../../lib/contract/lock';
import { bytesOf } from '../../../lib/domain/keys/bytes';
import { slugOf } from '../../../lib/domain/keys/lock-id';
import { findingsAnswer } from '../../../lib/reads/findings';
import type { Runtime } from '../../../lib/server/runtime/types';
import { callerAt } from '../a-caller';
import { startRuntime } from '../a-runtime';
import { type OwnServer, ownServer } from '../own-server';
import { until } from '../redis-server';

/** What a story of a finding is told on: real servers and a console that watches them. All of it ends with the test. */
export type Stage = {
  readonly context: TestContext;
  /** The lock that the finding is about, where it is about one. */
  key: string;
  /** A server that nobody else uses. */
  server(args?: string[]): Promise<OwnServer>;
  /** Starts the console: on the server of this URL, or on a target as configuration files have it. */
  watch(target: string | Record<string, unknown>): Promise<Runtime>;
  /** A server and a console that watches it. */
  watched(args?: string[]): Promise<OwnServer & { redis: Redis }>;
  /** The lock as the console knows it. */
  lock(key?: string): Lock | undefined;
  release(): Promise<void>;
  extend(leaseMs: number): Promise<void>;
  /** So much time passes for the console. */
  pass(ms: number): void;
  /** The finding as the console answers it, once it is open. */
  opened(code: FindingCode): Promise<OpenFinding>;
  /** Resolves when every server answers, all of its names were seen, and the finding is not open any more. */
  over(code: FindingCode): Promise<void>;
};

/** Servers are read every ten seconds, names every thirty, and a heartbeat may be that old. */
const LIMIT_MS = 60_000;
const CALLER = callerAt('127.0.0.1');

export function createStage(context: TestContext): Stage {
  let passedMs = 0;
  let runtime: Runtime | null = null;

  function running(): Runtime {
    if (!runtime) throw new Error('the story started no console');
    return runtime;
  }

  const open = (code: FindingCode) =>
    findingsAnswer(running(), null).findings.filter((each) => each.code === code);

  async function run(action: 'release' | 'extend', more: { leaseMs?: number } = {}): Promise<void> {
    const id = `test.0.${slugOf(bytesOf(stage.key))}`;
    const { seen, typedKey } = await preview(running(), id, { action, ...more });
    await runAction(running(), {
      id,
      action,
      body: { seen, typedKey, reason: 'stuck', although: 'alive', ...more },
      caller: CALLER,
    });
  }

  const stage: Stage = {
    context,
    key: `order:${randomUUID()}:lock`,
    server: (args) => ownServer(context, args),
    async watch(target) {
      const folder = await mkdtemp(join(tmpdir(), 'lockscope-finding-'));
      context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const file = join(folder, 'config.json');
      const what = typeof target === 'string' ? { url: target } : target;
      await writeFile(file, JSON.stringify({ targets: [{ name: 'test', ...what }] }));
      const started = await startRuntime({ LOCKSCOPE_CONFIG: file }, {}, () => Date.now() + passedMs);
      context.onTestFinished(() => started.close());
      runtime = started;
      return started;
    },
    async watched(args) {
      const own = await stage.server(args);
      await stage.watch(own.server.url);
      return { ...own, redis: own.connect() };
    },
    lock: (key = stage.key) =>
      running()
        .locks()
        .find((lock) => lock.key.text === key),
    release: () => run('release'),
    extend: (leaseMs) => run('extend', { leaseMs }),
    pass(ms) {
      passedMs += ms;
    },
    async opened(code) {
      return until(`${code} is found`, () => open(code)[0], LIMIT_MS);
    },
    async over(code) {
      const isKnown = () =>
        running()
          .nodes()
          .every(({ state, coverage }) => state === 'live' && coverage.names === 1);
      await until(`${code} is over`, () => isKnown() && open(code).length === 0, LIMIT_MS);
    },
  };
  return stage;
}

/** Runs the command that a finding names on a server. */
export async function runCommand(redis: Redis, command: string | null | undefined): Promise<void> {
  if (!command) throw new Error('the finding names no command');
  await redis.call(...(command.split(' ') as [string, ...string[]]));
}
