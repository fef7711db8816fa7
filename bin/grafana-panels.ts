/** One panel: what it asks of Prometheus and how it shows the answer. `unit` is Grafana's id of a unit. */
export type GrafanaPanel = {
  title: string;
  kind: 'stat' | 'timeseries' | 'table' | 'heatmap' | 'state-timeline';
  unit: string;
  /** PromQL; `$target` is the chosen targets, `$__rate_interval` Grafana's own. */
  queries: { expr: string; legend: string }[];
  description?: string;
  stacked?: boolean;
  /** Values may be below 0. */
  signed?: boolean;
  /** Values from which a stat is orange and red. */
  steps?: { atRisk?: number; lost?: number };
  max?: number;
};

export type Row = { title: string; panels: GrafanaPanel[] };

const T = 'target=~"$target"';
const rate = (metric: string, by: string, more = '') =>
  `sum by (${by}) (rate(lockscope_${metric}{${T}${more}}[$__rate_interval]))`;
const one = (expr: string, legend = '') => [{ expr, legend }];
const ofNode = (metric: string) => one(`lockscope_node_${metric}{${T}}`, '{{target}} {{node}}');
const quantile = (q: number, by = 'le') => `histogram_quantile(${q}, ${rate('hold_seconds_bucket', by)})`;
const ENDS = ['releases', 'lapses', 'losses', 'takeovers', 'forced_releases'];
const endsOf = ENDS.map((name) => `sum(rate(lockscope_${name}_total{${T}}[$__rate_interval]))`);

function stat(title: string, expr: string, steps: GrafanaPanel['steps'] = {}, unit = 'short'): GrafanaPanel {
  return { title, kind: 'stat', unit, queries: one(expr), steps };
}

function series(
  title: string,
  unit: string,
  queries: GrafanaPanel['queries'],
  more: Partial<GrafanaPanel> = {},
): GrafanaPanel {
  return { title, kind: 'timeseries', unit, queries, ...more };
}

const AT_LEAST =
  'Holds that begin and end between two readings of a lock are not seen: rates are at least these.';

export const ROWS: readonly Row[] = [
  {
    title: 'Locks now',
    panels: [
      stat('Held', `sum(lockscope_locks{${T},state=~"held|contended|at-risk"})`),
      stat('Clients waiting', `sum(lockscope_waiting_clients{${T}})`),
      stat('At risk', `sum(lockscope_locks{${T},state="at-risk"})`, { atRisk: 1 }),
      stat('Holder gone', `sum(lockscope_locks_with_holder_gone{${T}})`, { atRisk: 1 }),
      stat('Grave findings', `sum(lockscope_findings{${T},severity="lost"}) or vector(0)`, { lost: 1 }),
      stat('Servers down', `count(lockscope_node_up{${T}} == 0) or vector(0)`, { lost: 1 }),
      series('Locks by state', 'short', one(`sum by (state) (lockscope_locks{${T}})`, '{{state}}'), {
        stacked: true,
      }),
      series('Locks by format', 'short', one(`sum by (format) (lockscope_locks{${T}}) > 0`, '{{format}}'), {
        stacked: true,
      }),
    ],
  },
  {
    title: 'Contention',
    panels: [
      series('Clients waiting', 'short', one(`lockscope_waiting_clients{${T}}`, '{{target}}'), {
        description: 'Of libraries whose waiters leave something in Redis to count.',
      }),
      series(
        'Families with most waiting clients',
        'short',
        one(`topk(10, lockscope_family_waiting_clients{${T}} > 0)`, '{{target}} {{family}}'),
      ),
      series(
        'Seconds waited in the last 15 minutes, by family',
        's',
        one(`topk(10, lockscope_family_waiter_seconds{${T}} > 0)`, '{{target}} {{family}}'),
      ),
      series('Acquisitions', 'ops', one(rate('acquisitions_total', 'format'), '{{format}}'), {
        description: AT_LEAST,
      }),
    ],
  },
  {
    title: 'How holds end',
    panels: [
      series(
        'Ends of holds',
        'ops',
        endsOf.map((expr, i) => ({ expr, legend: ENDS[i]?.replace('_', ' ') ?? '' })),
        { description: AT_LEAST },
      ),
      series(
        'Share of holds whose lease expired',
        'percentunit',
        one(
          `${rate('lapses_total', 'target')} / (${rate('lapses_total', 'target')} + ${rate('releases_total', 'target')})`,
          '{{target}}',
        ),
        {
          max: 1,
          description: 'A lease that ran out instead of being given back: a crash, or a lease too short.',
        },
      ),
      series('Expired while held', 'ops', one(rate('expired_while_held_total', 'format'), '{{format}}'), {
        description: `As is proven: the holder came back, or its process lived on. ${AT_LEAST}`,
      }),
      series('Renewals', 'ops', [
        { expr: `sum(rate(lockscope_renewals_total{${T}}[$__rate_interval]))`, legend: 'renewals' },
        {
          expr: `sum(rate(lockscope_late_renewals_total{${T}}[$__rate_interval]))`,
          legend: 'missed their turn',
        },
      ]),
      series('Acts through the console', 'short', [
        {
          expr: `sum(increase(lockscope_forced_releases_total{${T}}[$__rate_interval]))`,
          legend: 'released',
        },
        { expr: `sum(increase(lockscope_extensions_total{${T}}[$__rate_interval]))`, legend: 'extended' },
      ]),
    ],
  },
  {
    title: 'How long locks are held',
    panels: [
      series(
        'Hold time',
        's',
        [0.5, 0.9, 0.99].map((q) => ({ expr: quantile(q), legend: `p${q * 100}` })),
        {
          description:
            'Of holds that were seen from beginning to end. Short ones that were missed would lower it.',
        },
      ),
      series('Hold time by format, 99th percentile', 's', one(quantile(0.99, 'le, format'), '{{format}}')),
      {
        title: 'Hold times',
        kind: 'heatmap',
        unit: 's',
        queries: one(
          `sum by (le) (increase(lockscope_hold_seconds_bucket{${T}}[$__rate_interval]))`,
          '{{le}}',
        ),
      },
    ],
  },
  {
    title: 'Findings',
    panels: [
      series('Open findings', 'short', one(`sum by (code) (lockscope_findings{${T}})`, '{{code}}'), {
        stacked: true,
        description: 'Without those that are silenced. Each is explained in docs/findings.',
      }),
      {
        title: 'Open now',
        kind: 'table',
        unit: 'short',
        queries: one(`sort_desc(sum by (target, code, severity) (lockscope_findings{${T}}))`),
      },
      series('Silenced', 'short', one(`lockscope_findings_silenced{${T}}`, '{{target}}')),
    ],
  },
  {
    title: 'Servers',
    panels: [
      { title: 'Answers', kind: 'state-timeline', unit: 'bool_yes_no', queries: ofNode('up') },
      series('Round trip', 's', ofNode('ping_seconds')),
      series('Replica lag', 's', ofNode('replica_lag_seconds'), {
        description: 'What a failover now would lose: locks that are newer than this.',
      }),
      series('Clock against the console', 's', ofNode('clock_offset_seconds'), { signed: true }),
      series(
        'Memory used of the limit',
        'percentunit',
        one(
          `lockscope_node_memory_used_bytes{${T}} / lockscope_node_memory_limit_bytes{${T}}`,
          '{{target}} {{node}}',
        ),
        { max: 1 },
      ),
      series(
        'Time without events',
        's',
        one(`lockscope_node_events_gap_seconds{${T}}`, '{{target}} {{node}}'),
      ),
    ],
  },
  {
    title: 'What the console costs',
    panels: [
      series('Commands', 'ops', one(rate('node_commands_total', 'target, node'), '{{target}} {{node}}')),
      series('Traffic', 'Bps', one(rate('node_traffic_bytes_total', 'target, node'), '{{target}} {{node}}')),
      series('Slowest command', 's', ofNode('slowest_command_seconds')),
      series(
        'Keys looked at',
        'percentunit',
        one(`lockscope_node_coverage_ratio{${T}}`, '{{target}} {{node}} {{part}}'),
        { max: 1 },
      ),
      series('Memory of the console', 'bytes', one('process_resident_memory_bytes{job="$job"}', 'resident')),
      series('Event loop and scrape', 's', [
        { expr: 'nodejs_eventloop_lag_p99_seconds{job="$job"}', legend: 'event loop, p99' },
        { expr: 'lockscope_scrape_duration_seconds{job="$job"}', legend: 'gathering these figures' },
      ]),
    ],
  },
];
