import { afterAll, beforeAll, describe } from 'vitest';
import { cluster, type Place, standalone } from './places';
import type { Program } from './program';
import { startRedisson } from './redisson';
import versions from './redisson/versions.json';
import { deaths } from './redisson-client/deaths';
import { fairQueue } from './redisson-client/fair';
import { force } from './redisson-client/force';
import { handOver } from './redisson-client/hand-over';
import { holds } from './redisson-client/holds';
import { multiLock } from './redisson-client/multi-lock';
import { ownKinds } from './redisson-client/own-kinds';
import { readWrite } from './redisson-client/read-write';
import { turns } from './redisson-client/turns';
import { watchdogs } from './redisson-client/watchdogs';
import { openWorld, type World } from './redisson-client/world';

const PLACES = ['standalone', 'cluster'] as const;
const places = new Map<string, Place>();
beforeAll(async () => {
  places.set('standalone', await standalone());
  places.set('cluster', await cluster());
});
afterAll(async () => {
  for (const place of places.values()) await place.close();
});

describe.each(versions)('Redisson %s and our client', (version) => {
  let redisson: Program;
  const worlds = new Map<string, World>();
  beforeAll(async () => {
    redisson = await startRedisson(version);
    for (const [name, place] of places) worlds.set(name, await openWorld(name, place, redisson));
  });
  afterAll(async () => {
    for (const world of worlds.values()) await world.close();
    await redisson?.close();
  });

  describe.each(PLACES)('%s', (name) => {
    const world = () => {
      const opened = worlds.get(name);
      if (!opened) throw new Error(`there is no ${name}`);
      return opened;
    };
    handOver(world);
    holds(world);
    fairQueue(world);
    readWrite(world);
    force(world);
    turns(world);
    watchdogs(world);
    ownKinds(world);
    multiLock(world);
  });

  deaths(
    () => [...worlds.values()],
    () => redisson,
  );
});
