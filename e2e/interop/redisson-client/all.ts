import { afterAll, beforeAll, describe } from 'vitest';
import { cluster, type Place, standalone } from '../places';
import type { Program } from '../program';
import { startRedisson } from '../redisson';
import { deaths } from './deaths';
import { fairQueue } from './fair';
import { force } from './force';
import { handOver } from './hand-over';
import { holds } from './holds';
import { multiLock } from './multi-lock';
import { ownKinds } from './own-kinds';
import { readWrite } from './read-write';
import { turns } from './turns';
import { watchdogs } from './watchdogs';
import { openWorld, type World } from './world';

const PLACES = { standalone, cluster };

/**
 * All that a version of Redisson and our client have to agree on, in a JVM and on servers of its own: each test file is one
 * such pair, as files run beside each other.
 */
export function redissonBesideOurs(version: string | undefined, name: keyof typeof PLACES): void {
  if (version === undefined) throw new Error('redisson/versions.json names no such version');

  describe(`Redisson ${version} and our client, ${name}`, () => {
    let place: Place;
    let redisson: Program;
    let opened: World;
    beforeAll(async () => {
      place = await PLACES[name]();
      redisson = await startRedisson(version);
      opened = await openWorld(name, place, redisson);
    });
    afterAll(async () => {
      await opened?.close();
      await redisson?.close();
      await place?.close();
    });

    const world = () => opened;
    handOver(world);
    holds(world);
    fairQueue(world);
    readWrite(world);
    force(world);
    turns(world);
    watchdogs(world);
    ownKinds(world);
    multiLock(world);
    deaths(world, () => redisson);
  });
}
