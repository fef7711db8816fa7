import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preview } from '../../../lib/actions/plan/preview';
import { runAction } from '../../../lib/actions/run/run-action';
import type { ActionResult, Preview } from '../../../lib/contract/actions';
import { alsoOf, chosenByDefault } from '../../../lib/domain/actions/hold-choice';
import { bytesOf } from '../../../lib/domain/keys/bytes';
import { slugOf } from '../../../lib/domain/keys/lock-id';
import type { Runtime } from '../../../lib/server/runtime/types';
import { callerAt } from '../../support/a-caller';
import { startRuntime } from '../../support/a-runtime';
import { until } from '../../support/redis-server';
import { type Asked, keysOf, taken } from '../party';
import { expectLeft, LONG_MS, newLock, serverTime, type World } from './world';

/** Redisson's own MultiLock, which a console on the same servers releases. */
export function multiLock(world: () => World): void {
  describe('a MultiLock of Redisson that the console releases', () => {
    let runtime: Runtime;
    let folder: string;
    beforeAll(async () => {
      const { nodes, cluster } = world().place;
      folder = await mkdtemp(join(tmpdir(), 'lockscope-multi-lock-'));
      const file = join(folder, 'config.json');
      const where = cluster ? { topology: 'cluster', nodes } : { url: nodes[0] };
      await writeFile(file, JSON.stringify({ targets: [{ name: 'test', ...where }] }));
      runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
      await until('a new lock is one that is seen to begin', () =>
        runtime.nodes().every(({ coverage }) => coverage.completedAtMs !== null),
      );
    });
    afterAll(async () => {
      await runtime?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

    /** Redisson holds one, with this lease or under its watchdog, and another of its threads waits for it. */
    async function heldAndWanted(asked: Asked = { leaseMs: LONG_MS }) {
      const { redisson } = world();
      const key = await newLock(world(), 'multi');
      const members = keysOf('multi', key);
      const held = await taken(redisson, 'multi', key, asked);
      const { collector } = runtime.watched('test');
      await until('its members are known', () => members.every((each) => collector.find(idOf(each))));
      return { key, members, held, waiting: await redisson.wait('multi', key) };
    }

    function release(of: Preview, also: ReturnType<typeof alsoOf>): Promise<ActionResult> {
      const body = {
        seen: of.seen,
        typedKey: of.typedKey,
        reason: 'stuck',
        although: 'alive',
        also,
      } as const;
      return runAction(runtime, { id: of.lock.id, action: 'release', body, caller: CALLER });
    }

    test('whole is the next one of its waiter', async () => {
      const { key, members, held, waiting } = await heldAndWanted();
      const of = await preview(runtime, idOf(members[1] ?? ''), { action: 'release' });
      expect(of.hold?.parts.map(({ lock, sure }) => [lock.key.text, sure]).sort()).toEqual([
        [members[0], 'likely'],
        [members[2], 'likely'],
      ]);
      const result = await release(of, alsoOf(of.hold, chosenByDefault(of.hold)));
      expect(result.outcome).toBe('released');
      expect(result.hold?.keys.map(({ outcome }) => outcome)).toEqual(Array(3).fill('released'));
      const next = await waiting.held;
      expect(next.token).not.toBe(held.token);
      for (const each of members) expect(await world().redis.hgetall(each)).toEqual({ [next.token]: '1' });
      await expect(held.release()).rejects.toThrow(/not locked by current thread|IllegalMonitorState/);
      await next.release();
      await expectLeft(world(), key, []);
    });

    test('under its watchdog is one hold still when it was renewed', async () => {
      const { key, members, waiting } = await heldAndWanted({});
      const { collector } = runtime.watched('test');
      await until('each was renewed', () =>
        members.every((each) => (collector.find(idOf(each))?.lock.renewal.count ?? 0) > 1),
      );
      const of = await preview(runtime, idOf(members[0] ?? ''), { action: 'release' });
      expect(of.hold?.parts.map(({ sure }) => sure)).toEqual(['likely', 'likely']);
      const result = await release(of, alsoOf(of.hold, chosenByDefault(of.hold)));
      expect(result.outcome).toBe('released');
      await (await waiting.held).release();
      await expectLeft(world(), key, []);
    });

    test('by one key is said to be held, and is not the next one of its waiter', async () => {
      const { key, members, held, waiting } = await heldAndWanted();
      const [one = '', ...others] = members;
      const of = await preview(runtime, idOf(one), { action: 'release' });
      const result = await release(of, []);
      expect(result.outcome).toBe('partly-released');
      expect(result.hold?.kept.map((kept) => kept.key).sort()).toEqual(others);
      let isHeld = false;
      void waiting.held.then(() => {
        isHeld = true;
      });
      await serverTime(world(), 2_000);
      expect(isHeld).toBe(false);
      for (const each of others) expect(await world().redis.hgetall(each)).toEqual({ [held.token]: '1' });
      const rest = await preview(runtime, idOf(others[0] ?? ''), { action: 'release' });
      expect((await release(rest, alsoOf(rest.hold, chosenByDefault(rest.hold)))).outcome).toBe('released');
      await (await waiting.held).release();
      await expectLeft(world(), key, []);
    });
  });
}

const CALLER = callerAt('127.0.0.1');
