import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../bin/setup.mjs';

const exec = promisify(execFile);
const installed = join(root, 'node_modules');
/** Under their names here. */
const COMPILERS = { 5: 'typescript5', 7: 'typescript' };
const IOREDIS = { 5: 'ioredis5', 6: 'ioredis' };

/** A program outside of this repository that has the packed client among its packages. */
export type Application = {
  readonly folder: string;
  write(files: Record<string, string>): void;
  /** Compiles the project in its folder with that version of TypeScript. Throws with what the compiler found. */
  compile(version: keyof typeof COMPILERS): Promise<void>;
  /** What a program printed, run by this Node or another. Throws with its errors when it fails. */
  run(file: string, env?: Record<string, string>, node?: string): Promise<string>;
};

/** The file that `npm publish` would send, of the package in `folder`. */
export async function packed(folder: string, to: string): Promise<string> {
  const { stdout } = await exec('npm', [
    'pack',
    folder,
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    to,
  ]);
  return join(to, JSON.parse(stdout)[0].filename);
}

/** A new application in `folder` that has the packages it needs: the client out of its packed file, ioredis 5 or 6. */
export async function anApplication(
  folder: string,
  tarball: string,
  ioredis: keyof typeof IOREDIS,
  type: 'module' | 'commonjs',
): Promise<Application> {
  const packages = join(folder, 'node_modules');
  const own = join(packages, 'lockscope');
  mkdirSync(own, { recursive: true });
  mkdirSync(join(packages, '@types'));
  await exec('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  symlinkSync(join(installed, IOREDIS[ioredis]), join(packages, 'ioredis'), 'dir');
  for (const name of ['prom-client', '@types/node'])
    symlinkSync(join(installed, name), join(packages, name), 'dir');

  function write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }
  async function output(
    args: string[],
    env: Record<string, string> = {},
    node = process.execPath,
  ): Promise<string> {
    try {
      const options = { cwd: folder, env: { ...process.env, ...env }, timeout: 120_000 };
      return (await exec(node, args, options)).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${args.join(' ')} failed\n${stdout}${stderr}`, { cause: error });
    }
  }
  write({ 'package.json': JSON.stringify({ name: 'an-application', type }) });
  return {
    folder,
    write,
    compile: async (version) =>
      void (await output([join(installed, COMPILERS[version], 'bin/tsc'), '-p', '.'])),
    run: (file, env, node) => output([file], env, node),
  };
}
