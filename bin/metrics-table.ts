import type { Registry } from 'prom-client';
import { markdownTable } from './generated-part';

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
  return markdownTable(['Metric', 'Kind, labels', 'Meaning'], rows);
}
