import type { Registry } from 'prom-client';

const START = '<!-- metrics:start -->';
const END = '<!-- metrics:end -->';

/** What prom-client knows of a metric and does not declare. */
type Known = { name: string; help: string; type: string; labelNames: string[] };

/** Markdown table of the metrics of a registry, in the order in which they were made. */
export async function metricsTable(registry: Registry): Promise<string> {
  const labels = new Map(
    (registry.getMetricsAsArray() as unknown as Known[]).map(({ name, labelNames }) => [name, labelNames]),
  );
  const metrics = (await registry.getMetricsAsJSON()) as unknown as Known[];
  const rows = metrics.map(({ name, type, help }) => [
    `\`${name}\``,
    [type, (labels.get(name) ?? []).map((label) => `\`${label}\``).join(', ')].filter(Boolean).join(': '),
    help,
  ]);
  const head = ['Metric', 'Kind, labels', 'Meaning'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `text` with what stands between the two markers replaced by `table`. Throws when a marker is missing. */
export function withMetricsTable(text: string, table: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the text lacks ${START} … ${END}`);
  return `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`;
}
