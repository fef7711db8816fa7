import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Histogram } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { promtool } from '../e2e/support/promtool';
import { FINDING_CODES } from '../lib/contract/finding-codes';
import { createMetrics } from '../lib/server/metrics/metrics';
import { processRegistry } from '../lib/server/metrics/metrics-process';
import { withPart } from './generated-part';
import { grafanaDashboard } from './grafana-dashboard';
import { metricsTable } from './metrics-table';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Dashboard = {
  panels: {
    id: number;
    type: string;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets?: { expr: string }[];
    fieldConfig?: { defaults: { unit: string } };
  }[];
  templating: { list: { name: string; type: string; query?: unknown }[] };
};

const { registry } = createMetrics();
const dashboard = JSON.parse(read('docs/grafana/lockscope.json')) as Dashboard;
const exprs = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);
const alerts = read('docs/prometheus/alerts.yml');
const alertExprs = [...alerts.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm)].map(
  ([, block, line]) => block ?? line ?? '',
);

/** Names under which the metrics have series. */
const names = new Set(
  [registry, processRegistry()].flatMap((each) =>
    each.getMetricsAsArray().flatMap((metric) => {
      const parts = metric instanceof Histogram ? ['_bucket', '_sum', '_count'] : [''];
      return parts.map((part) => metric.name + part);
    }),
  ),
);

/** Metrics that an expression asks for, as far as they are the console's. */
function metricsIn(expr: string): string[] {
  return expr.replace(/"[^"]*"/g, '').match(/\b(?:lockscope|process|nodejs)_\w+/g) ?? [];
}

/** As Grafana sends it. */
function filledIn(expr: string): string {
  return expr
    .replaceAll('$__rate_interval', '1m')
    .replaceAll('$target', '.*')
    .replaceAll('$job', 'lockscope');
}

describe('the documented metrics', () => {
  test('are those that there are', async () => {
    const text = read('docs/metrics.md');
    expect(withPart(text, 'metrics', await metricsTable(registry))).toBe(text);
    const told = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(told).toEqual(registry.getMetricsAsArray().map(({ name }) => name));
  });

  test('have no label by which a key or a holder could be told', () => {
    const bounded = ['target', 'format', 'state', 'family', 'node', 'source', 'part', 'code', 'severity'];
    const of = [...bounded, 'environment', 'production', 'topology'];
    const labels = registry
      .getMetricsAsArray()
      .flatMap((metric) => (metric as unknown as { labelNames: string[] }).labelNames);
    expect(labels.filter((label) => !of.includes(label))).toEqual([]);
  });
});

describe('the dashboard', () => {
  test('is what its panels say', () => expect(read('docs/grafana/lockscope.json')).toBe(grafanaDashboard()));

  test('asks for nothing that the console does not tell', () => {
    expect(exprs.length).toBeGreaterThan(30);
    const unknown = exprs.flatMap(({ title, expr }) => {
      const asked = metricsIn(expr);
      if (asked.length === 0) return [`${title} asks for nothing`];
      return asked.flatMap((name) => (names.has(name) ? [] : [`${title}: ${name}`]));
    });
    expect(unknown).toEqual([]);
  });

  test('has a unit on every panel, ids of their own, and no two in one place', () => {
    const shown = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(shown.filter(({ fieldConfig }) => !fieldConfig?.defaults.unit)).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)}:${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test('uses the variables that it has', () => {
    const used = new Set(exprs.flatMap(({ expr }) => expr.match(/\$(?!__)\w+/g) ?? []));
    const has = dashboard.templating.list.map(({ name }) => `$${name}`);
    expect(has).toEqual(expect.arrayContaining([...used]));
    expect(has).toEqual(['$datasource', '$job', '$target']);
  });

  test('speaks PromQL, says Prometheus', (context) => {
    const rules = exprs.map(({ expr }, i) => ({ record: `panel:query_${i}`, expr: filledIn(expr) }));
    expect(check(context, rules)).toMatchObject({ code: 0 });
    expect(check(context, [{ record: 'panel:wrong', expr: 'sum by (lockscope_locks' }]).code).not.toBe(0);
  });
});

describe('the alerts', () => {
  test('ask for nothing that the console does not tell', () => {
    const all = alerts.match(/^ +- alert: /gm)?.length;
    expect([alertExprs.length, alertExprs.length]).toEqual([all, alerts.match(/^ +expr: /gm)?.length]);
    const asked = alertExprs.flatMap(metricsIn);
    expect(asked.length).toBeGreaterThan(alertExprs.length - 2);
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
  });

  test('have a severity, a summary and a page that is there', () => {
    const each = alerts.split(/^ +- alert: /m).slice(1);
    for (const rule of each) {
      const name = rule.split('\n')[0];
      expect(rule, name).toMatch(/^ +severity: (?:critical|warning|info)$/m);
      expect(rule, name).toMatch(/^ +summary: ./m);
      const page = /^ +runbook: (.+)$/m.exec(rule)?.[1] ?? '';
      const pages = FINDING_CODES.map((code) => page.replace('{{ $labels.code }}', code));
      expect(
        pages.filter((each) => !existsSync(join(root, each))),
        name,
      ).toEqual([]);
    }
  });

  test('name findings that there are; what the general one leaves out has one of its own', () => {
    const codesIn = (text: string) =>
      [...text.matchAll(/\bcode[=!~]+"([\w|-]+)"/g)].map(([, codes = '']) => codes);
    const [leftOut = ''] = codesIn(alerts);
    const named = [alerts, read('docs/prometheus/alerts.test.yml')].flatMap(codesIn).join('|').split('|');
    const known = new Set<string>(FINDING_CODES);
    expect(named.filter((code) => !known.has(code))).toEqual([]);
    const without = leftOut
      .split('|')
      .filter((code) => !alerts.includes(`runbook: docs/findings/${code}.md\n`));
    expect([leftOut.split('|').length > 1, without]).toEqual([true, []]);
  });

  test('are each tested', () => {
    const tests = read('docs/prometheus/alerts.test.yml');
    const all = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(all.filter((name) => !tests.includes(`alertname: ${name}\n        exp_alerts:\n`))).toEqual([]);
  });

  test('are rules, says Prometheus, and do what their tests say', (context) => {
    const path = (name: string) => join(root, 'docs/prometheus', name);
    expect(promtool(context, ['check', 'rules', path('alerts.yml')])).toMatchObject({ code: 0 });
    expect(promtool(context, ['test', 'rules', path('alerts.test.yml')])).toMatchObject({ code: 0 });
  });

  test('would not pass their tests if they were otherwise', (context) => {
    const folder = aFolder();
    writeFileSync(join(folder, 'alerts.yml'), alerts.replaceAll('for: 1m', 'for: 0s'));
    writeFileSync(join(folder, 'alerts.test.yml'), read('docs/prometheus/alerts.test.yml'));
    const said = promtool(context, ['test', 'rules', join(folder, 'alerts.test.yml')]);
    expect(said.text).toContain('alertname: LockscopeNodeSilent');
    expect(said.code).not.toBe(0);
  });
});

/** YAML is a superset of JSON. */
function check(context: Parameters<typeof promtool>[0], rules: object[]) {
  const file = join(aFolder(), 'rules.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  return promtool(context, ['check', 'rules', file]);
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
