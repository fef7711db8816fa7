import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from './config';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SIGN_IN = { signIn: { local: true } };
const URL = 'redis://10.0.0.1:6379/0';

async function load(targets: object[], rest: object = SIGN_IN) {
  const file = join(folder, 'lockscope.config.json');
  await writeFile(file, JSON.stringify({ ...rest, targets }));
  return loadConfig({ LOCKSCOPE_CONFIG: file }, folder).targets;
}

describe('twoPersons', () => {
  test('is off, ten minutes, or the minutes that are set', async () => {
    const of = async (twoPersons?: unknown) =>
      (await load([{ name: 'orders', url: URL, ...(twoPersons !== undefined && { twoPersons }) }]))[0]
        ?.twoPersons;
    expect(await of()).toBeUndefined();
    expect(await of(false)).toBeUndefined();
    expect(await of(true)).toEqual({ minutes: 10 });
    expect(await of({ minutes: 60 })).toEqual({ minutes: 60 });
    for (const wrong of [{ minutes: 0 }, { minutes: 61 }, { minutes: 1.5 }, {}, 10, 'yes'])
      await expect(of(wrong)).rejects.toThrow(/targets\[0\]\.twoPersons/);
  });

  test('is refused by name where nobody signs in', async () => {
    const target = { name: 'orders', url: URL, twoPersons: true };
    await expect(load([target], {})).rejects.toThrow('targets[0].twoPersons (target "orders") needs signIn');
  });

  test('is refused where another target acts on the same database with one person', async () => {
    const orders = { name: 'orders', url: URL, twoPersons: true };
    await expect(load([orders, { name: 'same', url: URL }])).rejects.toThrow('the target "same"');
    await expect(load([orders, { name: 'same', url: URL, readOnly: true }])).resolves.toHaveLength(2);
    await expect(load([orders, { name: 'other', url: 'redis://10.0.0.1:6379/1' }])).resolves.toHaveLength(2);
    await expect(load([orders, { name: 'same', url: URL, twoPersons: true }])).resolves.toHaveLength(2);
  });
});
