import type { Format } from '../lib/formats/core/format';

const START = '<!-- formats:start -->';
const END = '<!-- formats:end -->';

type Row = Pick<Format, 'library' | 'language' | 'kind' | 'redisType' | 'channels' | 'release' | 'extend'>;

/** Markdown table of the lock formats, in the order of the registry. */
export function formatTable(formats: readonly Row[]): string {
  const rows = formats.map((format) => [
    format.library,
    format.language,
    format.kind,
    format.redisType,
    format.channels ? 'counted' : 'unknown',
    format.release ? 'yes' : 'no',
    format.extend ? 'yes' : 'no',
  ]);
  const head = ['Library', 'Language', 'Kind', 'Redis type', 'Waiters', 'Release', 'Extend'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `text` with what stands between the two markers replaced by `table`. Throws when a marker is missing. */
export function withFormatTable(text: string, table: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the text lacks ${START} … ${END}`);
  return `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`;
}
