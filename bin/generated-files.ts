/**
 * Files, and parts of files, that are made from code: written without arguments, compared with `--check`.
 * The tables of formats come from the registry of lock formats, that of docs/metrics.md from the metrics themselves, those of
 * docs/api.md from the contract, and the list of findings from its codes and the words of the console.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { aclLines } from '../lib/redis/acl-lines';
import { generatedPath, generateScripts } from '../lib/redis/generate-scripts';
import { createMetrics } from '../lib/server/metrics/metrics';
import { endpointTable, errorTable } from './api-tables';
import { findingList } from './finding-list';
import { formatTable, wellKnown } from './format-table';
import { withPart } from './generated-part';
import { grafanaDashboard } from './grafana-dashboard';
import { metricsTable } from './metrics-table';
import { rightsList } from './rights-list';

const readme = new URL('../README.md', import.meta.url);
const allFormats = new URL('../docs/formats.md', import.meta.url);
const metrics = new URL('../docs/metrics.md', import.meta.url);
const contents = new URL('../docs/README.md', import.meta.url);
const start = new URL('../docs/start.md', import.meta.url);
const api = new URL('../docs/api.md', import.meta.url);
const dashboard = new URL('../docs/grafana/lockscope.json', import.meta.url);
const { formats } = await import('../lib/formats/index');

const files = [
  { name: 'lib/redis/scripts.generated.ts', url: generatedPath, text: generateScripts() },
  {
    name: 'README.md',
    url: readme,
    text: withPart(
      withPart(read(readme), 'formats', formatTable(wellKnown(formats))),
      'rights',
      rightsList(),
    ),
  },
  {
    name: 'docs/formats.md',
    url: allFormats,
    text: withPart(read(allFormats), 'formats', formatTable(formats)),
  },
  {
    name: 'docs/metrics.md',
    url: metrics,
    text: withPart(read(metrics), 'metrics', await metricsTable(createMetrics().registry)),
  },
  { name: 'docs/README.md', url: contents, text: withPart(read(contents), 'findings', findingList()) },
  {
    name: 'docs/start.md',
    url: start,
    text: withPart(read(start), 'viewer-acl', `\`\`\`\n${aclLines(null).viewer}\n\`\`\``),
  },
  {
    name: 'docs/api.md',
    url: api,
    text: withPart(withPart(read(api), 'errors', errorTable()), 'endpoints', endpointTable()),
  },
  { name: 'docs/grafana/lockscope.json', url: dashboard, text: grafanaDashboard() },
];
const stale = files.filter(({ url, text }) => read(url) !== text);

if (process.argv.includes('--check')) {
  for (const { name } of stale) console.error(`${name} is stale: run \`npm run generate\``);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { url, text } of stale) writeFileSync(url, text);
  console.log(stale.length === 0 ? 'nothing changed' : `wrote ${stale.map(({ name }) => name).join(', ')}`);
}

function read(url: URL): string {
  return readFileSync(url, 'utf8');
}
