import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packed } from '../e2e/support/an-application';
import { buildClient } from './build-client.mjs';

const exec = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'lockscope-package-'));
const built = join(folder, 'package');
let tarball = '';

beforeAll(async () => {
  await buildClient(built);
  tarball = await packed(built, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('attw finds nothing wrong with its types, whatever resolves them', async () => {
  const { types, problems, entrypoints } = await checkPackage(
    createPackageFromTarballData(readFileSync(tarball)),
  );
  expect(types).toEqual({ kind: 'included' });
  expect(Object.keys(entrypoints)).toEqual(['./client', './client/metrics', './package.json']);
  expect(problems).toEqual([]);
});

test('publint finds nothing to suggest', async () => {
  const { messages } = await publint({ pkgDir: built, level: 'suggestion', strict: true });
  expect(messages).toEqual([]);
});

test('it holds no source maps and no declarations that nothing refers to, and is small', () => {
  const files = readdirSync(built, { recursive: true });
  expect(files.filter((name) => /\.map$|generated|\.test\./.test(name))).toEqual([]);
  expect(statSync(tarball).size).toBeLessThan(200_000);
});

describe('npm', () => {
  /** What npm answers to an application that has the client and this version of ioredis: nothing is fetched for it. */
  async function install(version) {
    const app = join(folder, `with-${version}`);
    const stub = join(app, 'ioredis');
    mkdirSync(stub, { recursive: true });
    writeFileSync(join(stub, 'package.json'), JSON.stringify({ name: 'ioredis', version }));
    const dependencies = { lockscope: `file:${tarball}`, ioredis: `file:${await packed(stub, app)}` };
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'an-application', dependencies }));
    const args = ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit'];
    return exec('npm', args, { cwd: app }).then(
      () => 'installed',
      ({ stderr }) => stderr,
    );
  }

  test.each(['5.3.0', '5.11.1', '6.0.0'])('installs it beside ioredis %s', async (version) => {
    expect(await install(version)).toBe('installed');
  });

  test.each(['4.28.5', '5.2.6'])('refuses it beside ioredis %s', async (version) => {
    expect(await install(version)).toContain('ERESOLVE');
  });
});

describe('the pages that come with it', () => {
  const pages = () =>
    readdirSync(built, { recursive: true })
      .filter((name) => name.endsWith('.md'))
      .map((name) => ({ name, text: readFileSync(join(built, name), 'utf8') }));
  const linksOf = (text) =>
    [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:href|src)="([^"]+)"/g)].map(
      ([, inText, inHtml]) => inText ?? inHtml,
    );
  const headingsOf = (text) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

  /** Whether a relative link leads to a file of the package, and to a heading there where it names one. */
  function leadsSomewhere(page, link) {
    const [path, heading] = link.split('#');
    const target = path ? resolve(built, dirname(page), path) : join(built, page);
    if (!target.startsWith(built) || !existsSync(target)) return false;
    return !heading || headingsOf(readFileSync(target, 'utf8')).includes(heading);
  }

  test('are the guide and one for each kind of lock', () => {
    expect(pages().map(({ name }) => name)).toContain('README.md');
    expect(pages()).toHaveLength(10);
  });

  test('have no dead link', () => {
    const links = pages().flatMap(({ name, text }) => linksOf(text).map((link) => ({ name, link })));
    const relative = links.filter(({ link }) => !/^https?:\/\//.test(link));
    expect(relative.length).toBeGreaterThan(20);
    expect(relative.filter(({ name, link }) => !leadsSomewhere(name, link))).toEqual([]);
  });
});
