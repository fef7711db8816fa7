import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingsIn } from '../../lib/server/config/config';
import { blocksOf, CHART, filesBelow, GUIDE, textOf, yamlOf } from './files';

type Values = Record<string, unknown>;

const values = yamlOf<Values>(textOf('deploy/helm/lockscope/values.yaml'));
const schema = JSON.parse(textOf('deploy/helm/lockscope/values.schema.json')) as { properties: Values };
const templates = filesBelow('deploy/helm/lockscope/templates').map((path) => textOf(path));
/** The values of the guide: for one console, and on top of them for several. */
const [one = {}, several = {}] = blocksOf(textOf(GUIDE), 'yaml').map((text) => yamlOf<Values>(text));

const runs = (tool: string) => spawnSync(tool, [tool === 'helm' ? 'version' : '-v']).status === 0;
const KUBERNETES = '1.31.0';
/** Where kubeconform has the schemas of Kubernetes; without it from its own address. */
const { LOCKSCOPE_KUBE_SCHEMAS: schemas } = process.env;

function helm(args: string[], ...files: Values[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-chart-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = files.map((each, i) => {
    const path = join(folder, `${i}.json`);
    writeFileSync(path, JSON.stringify(each));
    return ['--values', path];
  });
  const { status, stdout, stderr } = spawnSync(
    'helm',
    [...args, '--kube-version', KUBERNETES, ...paths.flat()],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { status, stdout, stderr };
}

test('chart and image are of the version of the package', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  expect(yamlOf(textOf('deploy/helm/lockscope/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  expect(textOf('deploy/compose.yaml')).toContain(`image: lockscope:${version}\n`);
});

test('every value that a template asks for has a default, and every default is asked for', () => {
  const asked = new Set(
    templates.flatMap((text) =>
      [...text.matchAll(/\.Values\.(\w+(?:\.\w+)?)/g)].map(([, path = '']) => path),
    ),
  );
  const isThere = (path: string) => {
    const [name = '', inner] = path.split('.');
    const value = values[name];
    if (value === undefined) return false;
    return inner === undefined || inner in (value as object);
  };
  expect([...asked].filter((path) => !isThere(path))).toEqual([]);
  const names = [...asked].map((path) => path.split('.')[0]);
  expect(Object.keys(values).filter((name) => !names.includes(name))).toEqual([]);
});

test('the schema knows the values, and no others', () => {
  const known = Object.keys(schema.properties).filter((name) => name !== 'global');
  expect(known.sort()).toEqual(Object.keys(values).sort());
  for (const [name, value] of Object.entries(values)) {
    const { properties } = schema.properties[name] as { properties?: object };
    if (properties) expect([name, Object.keys(properties)]).toEqual([name, Object.keys(value as object)]);
  }
});

test('the values of the guide are values of the chart, and its configuration is one that the console takes', () => {
  for (const name of Object.keys({ ...one, ...several })) expect(Object.keys(values)).toContain(name);
  const env = { SHOP_REDIS_PASSWORD: 'secret' };
  const { targets, signIn } = settingsIn(
    JSON.stringify(one.config),
    '/etc/lockscope/lockscope.config.json',
    env,
  );
  expect(targets).toMatchObject([{ name: 'shop', production: true }]);
  expect(signIn).toMatchObject({ local: true });
});

test('the pod has the user of the image, and may do and write as little', () => {
  const text = templates.join('\n');
  const [, user] = /^USER (\d+):/m.exec(textOf('deploy/Containerfile')) ?? [];
  expect(text.match(/\b(?:runAsUser|runAsGroup|fsGroup): \d+/g)).toEqual(
    ['runAsUser', 'runAsGroup', 'fsGroup'].map((name) => `${name}: ${user}`),
  );
  for (const line of [
    'readOnlyRootFilesystem: true',
    'runAsNonRoot: true',
    'allowPrivilegeEscalation: false',
  ])
    expect(text).toContain(line);
  expect(text).toContain('automountServiceAccountToken: false');
});

const EVERYTHING = {
  ingress: { enabled: true, host: 'locks.example.com', tlsSecretName: 'tls', className: 'nginx' },
  networkPolicy: { enabled: true, from: [{ namespaceSelector: {} }], egress: [{ ports: [{ port: 6379 }] }] },
  podDisruptionBudget: { enabled: true },
  imagePullSecrets: [{ name: 'registry' }],
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'spot', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
  ],
  podAnnotations: { 'example.com/team': 'platform' },
  podLabels: { team: 'platform' },
  envFrom: [{ secretRef: { name: 'more' } }],
  allowedHosts: ['locks'],
};

if (runs('helm')) {
  describe('helm', () => {
    test.each([
      ['one console', [one]],
      ['several', [one, several]],
      ['everything', [one, several, EVERYTHING]],
    ])('finds nothing wrong with the chart: %s', (_, files) => {
      const { status, stdout } = helm(['lint', '--strict', CHART], ...files);
      expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
      expect(stdout).not.toContain('[WARNING]');
    });

    test.each([
      ['there is nothing to watch', [{}]],
      ['config.signIn is missing', [{ config: { targets: [] } }]],
      ['not both', [one, { existingSecret: 'own' }]],
      ['set history.secretName', [one, { replicas: 2 }]],
      ['set coordination.secretName', [one, { replicas: 2, history: { secretName: 'pg' } }]],
      ['ReadWriteMany', [one, several, { persistence: { enabled: true } }]],
      ['ingress.host is missing', [one, { ingress: { host: '' } }]],
      ['digest', [one, { image: { digest: 'latest' } }]],
    ])('refuses values that cannot work: %s', (problem, files) => {
      const { status, stderr } = helm(['template', 'shop', CHART], ...files);
      expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
    });

    test('gives each of several consoles its own address, and all names that it is asked by', () => {
      const { stdout } = helm(['template', 'shop', CHART, '--namespace', 'ops'], one, several);
      expect(stdout).toContain('value: http://$(POD_IP):3000');
      expect(stdout).toContain(
        'value: "shop-lockscope,shop-lockscope.ops,shop-lockscope.ops.svc,locks.example.com"',
      );
      expect(stdout).toContain('type: RollingUpdate');
    });

    test('puts the configuration into a Secret as it is', () => {
      const { stdout } = helm(['template', 'shop', CHART, '--show-only', 'templates/secret.yaml'], one);
      const { stringData } = yamlOf<{ stringData: Record<string, string> }>(stdout);
      expect(JSON.parse(stringData['lockscope.config.json'] ?? '')).toEqual(one.config);
    });

    if (runs('kubeconform'))
      test('makes resources that Kubernetes takes', () => {
        const { stdout } = helm(['template', 'shop', CHART], one, several, EVERYTHING);
        const location = schemas ? ['-schema-location', schemas] : [];
        const checked = spawnSync(
          'kubeconform',
          ['-strict', '-summary', '-kubernetes-version', KUBERNETES, ...location],
          {
            input: stdout,
            encoding: 'utf8',
            timeout: 60_000,
          },
        );
        expect(`${checked.stdout}${checked.stderr}`).toContain('Invalid: 0, Errors: 0, Skipped: 0');
        expect(checked.status).toBe(0);
      });
  });
}
