import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { runCommand, type Stage } from './stage';
import type { FindingStory, Stories } from './story';

/** Three independent masters, and a console that watches them as a Redlock group. */
async function voters(stage: Stage, args: string[] = []): Promise<[Redis, Redis, Redis]> {
  const owns = await Promise.all([1, 2, 3].map(() => stage.server(args)));
  await stage.watch({ topology: 'redlock', nodes: owns.map(({ server }) => server.url) });
  return owns.map(({ connect }) => connect()) as [Redis, Redis, Redis];
}

async function vote(key: string, token: string, ...nodes: Redis[]): Promise<void> {
  await Promise.all(nodes.map((redis) => redis.set(key, token, 'PX', 600_000)));
}

const minority: FindingStory = async (stage) => {
  const [first] = await voters(stage);
  await vote(stage.key, randomUUID(), first);
  return stage.release;
};

const splitVotes: FindingStory = async (stage) => {
  const [first, second] = await voters(stage);
  await vote(stage.key, randomUUID(), first);
  await vote(stage.key, randomUUID(), second);
  return stage.release;
};

const votesMissing: FindingStory = async (stage) => {
  const [first, second, third] = await voters(stage);
  const token = randomUUID();
  await vote(stage.key, token, first, second);
  return () => vote(stage.key, token, third);
};

const aofNotAlways: FindingStory = async (stage) => {
  const nodes = await voters(stage, ['--appendonly', 'yes']);
  return ({ command }) => Promise.all(nodes.map((redis) => runCommand(redis, command)));
};

export const ofVotes = {
  minority,
  'split-votes': splitVotes,
  'votes-missing': votesMissing,
  'aof-not-always': aofNotAlways,
} satisfies Stories;
