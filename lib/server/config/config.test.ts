import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleError } from '../../domain/values/errors';
import { loadConfig } from './config';
import type { Environment } from './environment';

const SECRET = 's3cr3t-p4ss';
const folder = mkdtempSync(join(tmpdir(), 'lockscope-config-'));
const file = join(folder, 'lockscope.config.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(file, { force: true }));

function load(env: Environment, targets?: unknown) {
  if (targets !== undefined) writeFileSync(file, JSON.stringify({ targets }));
  return loadConfig(env, folder);
}

function problem(env: Environment, targets?: unknown): string {
  try {
    load(env, targets);
  } catch (error) {
    expect(error).toBeInstanceOf(ConsoleError);
    expect((error as ConsoleError).code).toBe('config-invalid');
    expect(JSON.stringify([error, (error as ConsoleError).message])).not.toContain(SECRET);
    return (error as ConsoleError).message;
  }
  throw new Error('it was accepted');
}

describe('from the environment', () => {
  test('one URL is enough, and the console answers this machine alone', () => {
    expect(load({ LOCKSCOPE_REDIS_URL: 'redis://127.0.0.1' })).toEqual({
      ...{ file: null, savesTo: null },
      host: '127.0.0.1',
      port: 3000,
      access: { network: false, hosts: expect.arrayContaining(['localhost', '127.0.0.1', '[::1]']) },
      targets: [
        {
          name: 'redis',
          environment: 'unlabelled',
          production: false,
          url: 'redis://127.0.0.1/0',
          topology: { kind: 'standalone' },
          tls: null,
          db: 0,
          patterns: [],
          prefixes: [],
          trackKeyspace: true,
          readOnly: false,
          ...{ commandsPerSecond: 5_000, from: { is: 'variables' } },
        },
      ],
      ...{ rules: [], proxies: expect.anything(), signIn: null },
      dataDir: null,
      notice: null,
      links: [],
      role: 'all',
      consoles: null,
      history: { url: expect.stringMatching(/\/lockscope-data\/history\.db$/), days: {}, maxBytes: null },
      audit: { file: expect.stringMatching(/\/lockscope-data\/direct-audit\.jsonl$/), stdout: false },
    });
  });

  test('a data folder is none, absolute, or as seen from where it is named; what is no folder is refused', () => {
    const redis = { LOCKSCOPE_REDIS_URL: 'redis://h' };
    expect(load(redis).dataDir).toBeNull();
    expect(load({ ...redis, LOCKSCOPE_DATA_DIR: '/var/lib/lockscope' }).dataDir).toBe('/var/lib/lockscope');
    const relative = load({ ...redis, LOCKSCOPE_DATA_DIR: 'data' }).dataDir ?? '';
    expect([isAbsolute(relative), basename(relative)]).toEqual([true, 'data']);
    expect(problem({ ...redis, LOCKSCOPE_DATA_DIR: process.execPath })).toContain('LOCKSCOPE_DATA_DIR');
  });

  test('every variable is understood', () => {
    const config = load({
      LOCKSCOPE_REDIS_URL: `rediss://ops:${SECRET}@cache.example:6380/3`,
      LOCKSCOPE_TARGET_NAME: 'eu-central',
      LOCKSCOPE_ENVIRONMENT: 'Production EU',
      LOCKSCOPE_PATTERNS: 'lock:*, *:mutex ,',
      LOCKSCOPE_READ_ONLY: 'true',
      LOCKSCOPE_PORT: '8080',
      LOCKSCOPE_HOST: '0.0.0.0',
      LOCKSCOPE_SIGN_IN: 'local',
    });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      access: { network: true },
      signIn: { local: true },
    });
    expect(config.targets[0]).toMatchObject({
      name: 'eu-central',
      production: true,
      db: 3,
      patterns: ['lock:*', '*:mutex'],
      readOnly: true,
    });
  });

  test.each<[Environment, string]>([
    [{}, 'LOCKSCOPE_REDIS_URL'],
    [{ LOCKSCOPE_REDIS_URL: `http://:${SECRET}@x` }, 'LOCKSCOPE_REDIS_URL'],
    [{ LOCKSCOPE_REDIS_URL: `:${SECRET}@localhost` }, 'LOCKSCOPE_REDIS_URL'],
    [{ LOCKSCOPE_REDIS_URL: `redis://h?password=${SECRET}` }, 'LOCKSCOPE_REDIS_URL'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://u:%zz@h' }, 'LOCKSCOPE_REDIS_URL'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h/zero' }, 'LOCKSCOPE_REDIS_URL'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h', LOCKSCOPE_TARGET_NAME: 'EU Central' }, 'LOCKSCOPE_TARGET_NAME'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h', LOCKSCOPE_READ_ONLY: 'maybe' }, 'LOCKSCOPE_READ_ONLY'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h', LOCKSCOPE_PORT: '99999' }, 'LOCKSCOPE_PORT'],
    [{ LOCKSCOPE_READ_ONLY: '1' }, 'LOCKSCOPE_READ_ONLY'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h', LOCKSCOPE_HOST: '0.0.0.0' }, 'LOCKSCOPE_HOST'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h', LOCKSCOPE_SIGN_IN: 'yes' }, 'LOCKSCOPE_SIGN_IN'],
    [{ LOCKSCOPE_REDIS_URL: 'redis://h', LOCKSCOPE_HOST: '999.1.1.1' }, 'LOCKSCOPE_HOST'],
    [{ LOCKSCOPE_CONFIG: 'missing.json' }, 'missing.json'],
  ])('%j stops the start and names %s', (env, name) => expect(problem(env)).toContain(name));
});

describe('from a file', () => {
  test('targets take secrets from the environment, whatever characters they have', () => {
    const password = 'p@ss/w:rd?#%';
    const config = load({ REDIS_PASSWORD: password, REDIS_HOST: 'b' }, [
      {
        name: 'shop',
        url: 'redis://h:6380',
        username: 'ops',
        password: `\${REDIS_PASSWORD}`,
        environment: 'production',
      },
      { name: 'billing', url: `redis://\${REDIS_HOST}/2`, environment: 'staging' },
    ]);
    const url = new URL(config.targets[0]?.url ?? '');
    expect(decodeURIComponent(url.password)).toBe(password);
    expect(url.username).toBe('ops');
    expect(config.targets.map(({ production, db }) => ({ production, db }))).toEqual([
      { production: true, db: 0 },
      { production: false, db: 2 },
    ]);
  });

  test('production is what it is said to be', () => {
    const [a, b] = load({}, [
      { name: 'a', url: 'redis://h', environment: 'prod', production: false },
      { name: 'b', url: 'redis://h', environment: 'reproduction' },
    ]).targets;
    expect([a?.production, b?.production]).toEqual([false, false]);
  });

  test('behind sentinels the log-on is that of the servers, and the sentinels keep theirs', () => {
    const [target] = load({}, [
      {
        name: 'shop',
        topology: 'sentinel',
        nodes: [`redis://watch:${SECRET}@a:26379`, 'redis://b:26380'],
        primary: 'main',
        username: 'ops',
        password: 'other',
        db: 2,
      },
    ]).targets;
    expect(target).toMatchObject({
      url: 'redis://ops:other@a:26379/2',
      db: 2,
      topology: {
        kind: 'sentinel',
        sentinels: [`redis://watch:${SECRET}@a:26379`, 'redis://b:26380'],
        primary: 'main',
      },
    });
  });

  test('masters of a group may be servers, groups behind sentinels and clusters, each with a name of its own', () => {
    const [target] = load({}, [
      {
        name: 'votes',
        topology: 'redlock',
        nodes: [
          'redis://a',
          { topology: 'sentinel', nodes: [`redis://watch:${SECRET}@s:26379`, 'redis://t'], primary: 'main' },
          { topology: 'cluster', nodes: ['redis://c:7000', 'redis://d:7000'] },
        ],
        username: 'ops',
        password: 'other',
      },
    ]).targets;
    const members = target?.topology.kind === 'redlock' ? target.topology.members : [];
    expect(members.map(({ votesAs, url }) => [votesAs, url])).toEqual([
      ['a:6379', 'redis://ops:other@a/0'],
      ['main@s:26379', 'redis://ops:other@s:26379/0'],
      ['c:7000', 'redis://ops:other@c:7000/0'],
    ]);
    expect(members.map(({ topology }) => topology)).toEqual([
      { kind: 'standalone' },
      { kind: 'sentinel', sentinels: [`redis://watch:${SECRET}@s:26379`, 'redis://t'], primary: 'main' },
      { kind: 'cluster', seeds: ['redis://c:7000', 'redis://d:7000'] },
    ]);
  });

  const ok = { name: 'shop', url: 'redis://h' };
  const group = { name: 'votes', topology: 'redlock' };
  const behind = { name: 'shop', topology: 'sentinel', nodes: ['redis://s'], primary: 'main' };
  test.each<[unknown, string]>([
    [
      [{ ...ok, topology: 'star' }],
      'targets[0].topology (target "shop") must be one of standalone, sentinel',
    ],
    [[{ name: 'shop' }], 'targets[0].url (target "shop") is missing'],
    [[{ ...ok, topology: 'sentinel' }], 'targets[0].url (target "shop") is of a standalone server'],
    [[{ name: 'shop', topology: 'cluster' }], 'targets[0].nodes (target "shop") are missing: name a node'],
    [[{ ...behind, primary: undefined }], 'targets[0].primary (target "shop") is missing'],
    [[{ ...behind, nodes: ['redis://h/3'] }], 'targets[0].nodes (target "shop") must not name a database'],
    [[{ ...behind, nodes: [`redis//${SECRET}`] }], 'targets[0].nodes[0] (target "shop") must be a URL'],
    [
      [{ name: 'shop', topology: 'cluster', nodes: ['redis://h'], db: 2 }],
      'targets[0].db (target "shop") must be 0',
    ],
    [
      [{ name: 'shop', topology: 'cluster', nodes: [`redis://:${SECRET}@h`], password: SECRET }],
      'targets[0].password (target "shop") is given here and in a URL of nodes',
    ],
    [
      [{ ...group, nodes: ['redis://a', { topology: 'cluster', nodes: ['redis://b'] }], db: 1 }],
      'targets[0].db (target "votes") must be 0',
    ],
    [
      [{ ...group, nodes: [{ topology: 'sentinel', nodes: ['redis://s'] }] }],
      'targets[0].nodes[0].primary (target "votes") is missing',
    ],
    [
      [{ ...group, nodes: ['redis://a', { url: 'redis://b' }] }],
      'targets[0].nodes[1] (target "votes") must be a URL, or {',
    ],
    [
      [{ ...group, nodes: ['redis://a', 'redis://a'] }],
      'targets[0].nodes (target "votes") name one twice: it would vote twice',
    ],
    [
      [{ ...group, topology: 'cluster', nodes: [{ topology: 'cluster', nodes: ['redis://b'] }] }],
      'targets[0].nodes (target "votes") must be URLs',
    ],
    [[{ ...ok, tls: { cert: 'x.pem' } }], 'targets[0].tls (target "shop") needs cert and key together'],
    [[{ ...ok, tls: {} }], 'targets[0].tls (target "shop") is for rediss:// URLs'],
    [
      [{ name: 'shop', topology: 'cluster', nodes: ['redis://h'], password: SECRET, tls: {} }],
      'targets[0].tls (target "shop") is for rediss:// URLs',
    ],
    [
      [{ ...group, nodes: ['rediss://a', { topology: 'cluster', nodes: ['redis://b'] }], tls: {} }],
      'targets[0].tls (target "votes") is for rediss:// URLs',
    ],
    [
      [{ ...behind, nodes: ['rediss://a', 'redis://b'] }],
      'targets[0].nodes (target "shop") mix redis:// and rediss://',
    ],
    [[{ ...group, nodes: ['redis://a'] }], 'targets[0].nodes (target "votes") name one master'],
    [[{ ...ok, url: 'redis://999.1.1.1' }], 'targets[0].url (target "shop") must name a host that can exist'],
    [[{ ...ok, password: `\${}` }], 'which names no variable'],
    [
      [{ ...ok, url: 'rediss://h', tls: { ca: 'no-such.pem' } }],
      'tls.ca (target "shop") names a file that cannot be read',
    ],
    [
      [ok, { ...ok, name: 'billing', url: `redis//${SECRET}` }],
      'targets[1].url (target "billing") must be a URL',
    ],
    [[{ ...ok, password: `\${NOT_SET}` }], 'targets[0].password needs the variable NOT_SET'],
    [
      [{ ...ok, url: `redis://:${SECRET}@h`, password: SECRET }],
      'targets[0].password (target "shop") is given here',
    ],
    [[{ ...ok, url: 'redis://h/1', db: 2 }], 'targets[0].db (target "shop") is not the database'],
    [[ok, ok], 'targets[1].name (target "shop") is taken'],
    [[{ ...ok, commandsPerSecond: 0 }], 'targets[0].commandsPerSecond (target "shop")'],
    [[{ ...ok, pasword: SECRET }], 'targets[0] (target "shop") unrecognized key: "pasword"'],
    [[], 'targets must name at least one'],
    ['x', 'targets invalid input'],
  ])('%j is refused: %s', (targets, message) => expect(problem({}, targets)).toContain(message));

  test('a file that is nested without end is refused by name', () => {
    writeFileSync(file, `{"targets":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect(problem({})).toContain('targets[0][0] is nested deeper than');
  });

  test('patterns say where unknown values may be released', () => {
    const patterns = ['job:*', { glob: 'legacy:*', release: true }];
    expect(load({}, [{ ...ok, patterns }]).targets[0]?.patterns).toEqual(patterns);
    expect(problem({}, [{ ...ok, patterns: [{ globe: 'x' }] }])).toBe(
      'targets[0].patterns[0] (target "shop") must be a Redis glob or { "glob", "release"? }',
    );
  });

  test('what is not JSON is not quoted', () => {
    writeFileSync(file, `{ "password": "${SECRET}" `);
    expect(problem({})).toContain('is not valid JSON');
  });

  test('and a variable that it would silence are refused together', () => {
    expect(problem({ LOCKSCOPE_REDIS_URL: 'redis://h' }, [ok])).toContain(
      'LOCKSCOPE_REDIS_URL cannot be set beside',
    );
  });
});

test('a notice is one line of text that fits above a page', () => {
  const redis = { url: 'redis://127.0.0.1', name: 'shop' };
  const noticeOf = (notice: unknown) => {
    writeFileSync(file, JSON.stringify({ targets: [redis], notice }));
    return loadConfig({}, folder).notice;
  };
  expect(noticeOf('  Ask #sre before you release ')).toBe('Ask #sre before you release');
  expect(noticeOf(undefined)).toBeNull();
  for (const refused of ['', '   ', 'x'.repeat(161), 7, ['a']])
    expect(() => noticeOf(refused)).toThrow(/notice/);
});

test('links lead from a holder to addresses whose host no client can choose', () => {
  const redis = { url: 'redis://127.0.0.1', name: 'shop' };
  const linksOf = (links: unknown) => {
    writeFileSync(file, JSON.stringify({ targets: [redis], links }));
    return loadConfig({}, folder).links;
  };
  const logs = { name: 'Logs', url: 'https://logs.example.com/?q={host}' };
  expect(linksOf([logs])).toEqual([logs]);
  expect(linksOf(undefined)).toEqual([]);
  for (const [refused, problem] of [
    [[{ ...logs, url: 'https://{host}/' }], /links\[0\]\.url must have its fields after the host/],
    [[{ ...logs, url: 'javascript:{host}' }], /links\[0\]\.url must be an http or https URL/],
    [[{ ...logs, name: '' }], /links\[0\]\.name/],
    [[logs, logs], /links has a name twice/],
    [Array.from({ length: 9 }, (_, i) => ({ ...logs, name: `${i}` })), /links/],
  ] as const)
    expect(() => linksOf(refused)).toThrow(problem);
});
