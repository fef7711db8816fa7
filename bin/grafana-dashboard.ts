import { type GrafanaPanel, ROWS } from './grafana-panels';

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const ALL = { selected: true, text: 'All', value: '$__all' };
const WIDTH = 24;
const HEIGHT: Record<GrafanaPanel['kind'], number> = {
  stat: 4,
  timeseries: 8,
  table: 8,
  heatmap: 8,
  'state-timeline': 8,
};

/** The dashboard as Grafana 10 and later import it. */
export function grafanaDashboard(): string {
  let [id, y] = [0, 0];
  const panels: object[] = [];
  for (const { title, panels: ofRow } of ROWS) {
    panels.push({
      id: ++id,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: WIDTH, x: 0, y },
      panels: [],
    });
    y += 1;
    for (const line of linesOf(ofRow)) {
      const w = Math.floor(WIDTH / line.length);
      const h = Math.max(...line.map(({ kind }) => HEIGHT[kind]));
      for (const [i, panel] of line.entries())
        panels.push({ id: ++id, ...panelOf(panel), gridPos: { h, w, x: i * w, y } });
      y += h;
    }
  }
  return `${JSON.stringify({ ...FRAME, panels }, null, 2)}\n`;
}

const FRAME = {
  uid: 'lockscope',
  title: 'Lockscope: Redis locks',
  description:
    'Locks, contention, findings and servers as a Lockscope console sees them. See docs/metrics.md.',
  tags: ['lockscope', 'redis', 'locks'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
      variable('job', 'Job', 'label_values(lockscope_history_ok, job)', false),
      variable('target', 'Target', 'label_values(lockscope_target_info{job="$job"}, target)', true),
    ],
  },
  annotations: { list: [] },
  links: [],
};

function variable(name: string, label: string, query: string, many: boolean): object {
  const all = many ? { multi: true, includeAll: true, allValue: '.*', current: ALL } : { multi: false };
  return {
    ...{ name, label, type: 'query', datasource: DATASOURCE, query: { query, refId: name } },
    ...{ refresh: 2, sort: 1, ...all },
  };
}

/** Six stats stand beside each other, of everything else two. */
function linesOf(panels: readonly GrafanaPanel[]): GrafanaPanel[][] {
  const lines: GrafanaPanel[][] = [];
  for (const panel of panels) {
    const line = lines.at(-1);
    const room = panel.kind === 'stat' ? 6 : 2;
    const fits = line && line.length < room && (line[0]?.kind === 'stat') === (panel.kind === 'stat');
    if (fits) line.push(panel);
    else lines.push([panel]);
  }
  return lines;
}

function panelOf({
  title,
  kind,
  unit,
  queries,
  description,
  stacked,
  signed,
  steps,
  max,
}: GrafanaPanel): object {
  return {
    type: kind,
    title,
    ...(description && { description }),
    datasource: DATASOURCE,
    targets: queries.map(({ expr, legend }, i) => ({
      refId: String.fromCharCode(65 + i),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend || '__auto',
      ...(kind === 'table' && { instant: true, format: 'table' }),
      ...(kind === 'heatmap' && { format: 'heatmap' }),
    })),
    fieldConfig: {
      defaults: {
        unit,
        ...(kind !== 'heatmap' && !signed && { min: 0 }),
        ...(max !== undefined && { max }),
        ...(kind === 'timeseries' && {
          custom: { fillOpacity: stacked ? 30 : 0, stacking: { mode: stacked ? 'normal' : 'none' } },
        }),
        thresholds: { mode: 'absolute', steps: thresholdsOf(steps) },
      },
      overrides: [],
    },
    ...(kind === 'stat' && {
      options: {
        colorMode: steps?.atRisk || steps?.lost ? 'value' : 'none',
        reduceOptions: { calcs: ['lastNotNull'] },
      },
    }),
    ...(kind === 'table' && {
      transformations: [{ id: 'organize', options: { excludeByName: { Time: true } } }],
    }),
    ...(kind === 'heatmap' && { options: { calculate: false, yAxis: { unit } } }),
  };
}

function thresholdsOf({ atRisk, lost }: GrafanaPanel['steps'] = {}): object[] {
  return [
    { color: 'green', value: null },
    ...(atRisk === undefined ? [] : [{ color: 'orange', value: atRisk }]),
    ...(lost === undefined ? [] : [{ color: 'red', value: lost }]),
  ];
}
