import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REFUSED_PORT } from '../../e2e/support/free-port';
import { NEWER_NODES } from '../../e2e/support/newer-node';
import { loadConfig } from '../../lib/server/config/config';
import { SOURCES } from '../build.mjs';
import { imageVariables, root, textOf, yamlOf } from './files';

const containerfile = textOf('deploy/Containerfile').replaceAll('\\\n', ' ');
/** The image itself: the stage that builds is thrown away. */
const [, image = ''] = containerfile.split(/^FROM \$\{BASE\}$/m);
const linesOf = (name: string) =>
  [...image.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, line]) => line);

describe('the image', () => {
  test('is of a Node that the tests run on, of one version', () => {
    const [, version] =
      /^ARG BASE=docker\.io\/library\/node:(\d+\.\d+\.\d+)-\w+-slim$/m.exec(containerfile) ?? [];
    expect(NEWER_NODES).toContain(version);
    expect(containerfile.match(/^FROM (?!\$\{BASE\}(?: |$)).*/gm)).toBeNull();
  });

  test('runs as a user with a number, so that Kubernetes knows that it is not root', () => {
    expect(linesOf('USER')).toEqual(['10001:10001']);
    expect(image.lastIndexOf('\nUSER ')).toBeGreaterThan(image.lastIndexOf('\nRUN '));
  });

  test('takes nothing secret while it is built', () => {
    expect(containerfile).not.toMatch(/--mount=type=secret|PASSWORD|TOKEN|_URL/);
    expect(containerfile.match(/^ARG .*/gm)).toHaveLength(1);
  });

  test('has the sources of a build, and nothing else of the folder', () => {
    const lines = textOf('deploy/Containerfile.dockerignore').split('\n');
    expect(lines.find((line) => /^[^#]/.test(line))).toBe('*');
    const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(taken).toEqual(expect.arrayContaining([...SOURCES, 'bin', 'package.json', 'tsconfig.json']));
    for (const secret of ['lockscope.config.json', 'lockscope-data', '.env', '.git', 'node_modules'])
      expect(taken).not.toContain(secret);
    for (const [, name = ''] of containerfile.matchAll(/^COPY (?!--from)(.*) \.\/$/gm))
      for (const file of name.split(' ')) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  });

  test('keeps all that it writes in its volume', () => {
    const variables = { ...imageVariables(), LOCKSCOPE_REDIS_URL: 'redis://db', LOCKSCOPE_SIGN_IN: 'local' };
    const { dataDir, history, audit } = loadConfig(variables, '/etc/lockscope');
    expect(linesOf('VOLUME')).toEqual([dataDir]);
    for (const path of [history.url, audit.file]) expect(path).toMatch(new RegExp(`^${dataDir}/`));
  });

  test('does not start where nobody signs in', () => {
    const variables = { ...imageVariables(), LOCKSCOPE_REDIS_URL: 'redis://db' };
    expect(() => loadConfig(variables, '/etc/lockscope')).toThrow('LOCKSCOPE_HOST');
  });
});

describe('the health check', () => {
  const [, command = '[]'] = /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(image) ?? [];
  const [program, ...args] = JSON.parse(command) as string[];

  async function codeAt(port: number): Promise<number> {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, LOCKSCOPE_PORT: String(port) },
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as [number];
    return code;
  }

  test('is one of a console that answers, and of no other', async (context) => {
    expect(program).toBe('node');
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    context.onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await codeAt(port)).toBe(0);
    status = 503;
    expect(await codeAt(port)).toBe(1);
    expect(await codeAt(REFUSED_PORT)).toBe(1);
    expect(asked).toEqual(['/healthz', '/healthz']);
  });
});

type Service = {
  image: string;
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, unknown>;
  [setting: string]: unknown;
};

describe('the compose file', () => {
  type Compose = { services: Record<'console' | 'redis' | 'postgres', Service>; volumes: object };
  const { services, volumes } = yamlOf<Compose>(textOf('deploy/compose.yaml'));
  const { console, redis, postgres } = services;

  test('starts a console that people sign in to, on a history in PostgreSQL', () => {
    const filledIn = JSON.stringify(console.environment).replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, 'secret');
    const variables = { ...imageVariables(), ...(JSON.parse(filledIn) as Record<string, string>) };
    const config = loadConfig(variables, '/etc/lockscope');
    expect(config.signIn?.local).toBe(true);
    expect(config.history.url).toMatch(/^postgres:\/\/lockscope:.*@postgres:5432\/lockscope$/);
    expect(config.targets).toMatchObject([{ name: 'shop', readOnly: true, url: 'redis://redis:6379/0' }]);
    expect(postgres.environment).toMatchObject({ POSTGRES_USER: 'lockscope', POSTGRES_DB: 'lockscope' });
  });

  test('gives the console no right that it does not need, and the network no port', () => {
    expect(console).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:3000:3000']);
  });

  test('waits for the services that it names, which are pinned and checked', () => {
    expect(Object.keys(console.depends_on ?? {}).sort()).toEqual(['postgres', 'redis']);
    for (const service of [redis, postgres]) {
      expect(service.image).toMatch(/:\d+\.\d+(?:\.\d+)?-\w+$/);
      expect(service).toHaveProperty('healthcheck.test');
    }
    const named = Object.values(services).flatMap(({ volumes: own }) => (own as string[] | undefined) ?? []);
    expect(named.map((line) => line.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort());
  });

  test('has no secret in it', () => {
    const secrets = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(
        ([name, value]) => /PASSWORD/.test(name) || /:\/\/\w+:.*@/.test(value),
      ),
    );
    expect(secrets).toHaveLength(2);
    for (const [, value] of secrets) expect(value).toContain('${POSTGRES_PASSWORD:?');
  });
});
