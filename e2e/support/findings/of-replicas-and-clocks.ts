import { randomUUID } from 'node:crypto';
import { type ClockedServer, findFaketime, startClockedServer } from '../clocked-server';
import { until } from '../redis-server';
import { startSentinelGroup } from '../sentinel';
import { TOLD_FOR_MS } from './of-servers';
import { runCommand, type Stage } from './stage';
import type { FindingStory, Stories } from './story';

async function replicated(stage: Stage) {
  const primary = await stage.server();
  const redis = primary.connect();
  const replica = await stage.server(['--replicaof', '127.0.0.1', String(primary.server.port)]);
  await until('the replica is online', async () =>
    (await redis.info('replication')).includes('state=online'),
  );
  await stage.watch(primary.server.url);
  return { redis, replica: replica.server };
}

const writesUnreplicated: FindingStory = async (stage) => {
  const { redis } = await replicated(stage);
  return ({ command }) => runCommand(redis, command);
};

const replicaLags: FindingStory = async (stage) => {
  const { redis, replica } = await replicated(stage);
  replica.freeze();
  stage.context.onTestFinished(() => replica.thaw());
  await redis.set(stage.key, randomUUID(), 'PX', 600_000);
  return () => replica.thaw();
};

const promoted: FindingStory = async (stage) => {
  const group = await startSentinelGroup();
  stage.context.onTestFinished(() => group.close());
  const nodes = group.options.sentinels.map(({ host, port }) => `redis://${host}:${port}`);
  await stage.watch({ topology: 'sentinel', nodes, primary: group.options.name });
  await group.failover();
  return () => stage.pass(TOLD_FOR_MS);
};

/** A server whose clock is so far off and can be set, and a console that has read it. */
async function clocked(stage: Stage, offMs: number): Promise<ClockedServer> {
  const library = findFaketime();
  if (library === null)
    return stage.context.skip('there is no libfaketime to set the clock of a server with');
  const server = await startClockedServer(library, offMs);
  stage.context.onTestFinished(() => server.close());
  const runtime = await stage.watch(server.url);
  await until('its clock was read', () => runtime.nodes()[0]?.health?.clock);
  return server;
}

const clockSkew: FindingStory = async (stage) => {
  const server = await clocked(stage, -3_000);
  return () => server.setClock(0);
};

const clockJump: FindingStory = async (stage) => {
  const server = await clocked(stage, 0);
  await server.setClock(3_000);
  return () => stage.pass(TOLD_FOR_MS);
};

export const ofReplicasAndClocks = {
  'writes-unreplicated': writesUnreplicated,
  'replica-lags': replicaLags,
  promoted,
  'clock-skew': clockSkew,
  'clock-jump': clockJump,
} satisfies Stories;
