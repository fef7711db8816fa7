/** One line of a metrics answer. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

export type Exposition = {
  samples: Sample[];
  /** Name to type, of everything that is declared. */
  types: Map<string, string>;
  helps: Map<string, string>;
};

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);
const UNESCAPED: Record<string, string> = { n: '\n', '"': '"', '\\': '\\' };

/** What a text in the format of Prometheus says. Throws for every line that is not of the format, and for what is told twice. */
export function expositionOf(text: string): Exposition {
  const found: Exposition = { samples: [], types: new Map(), helps: new Map() };
  const told = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, what = '', name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (what) {
      const into = what === 'HELP' ? found.helps : found.types;
      if (into.has(name)) throw new Error(`${what} of ${name} is told twice`);
      into.set(name, rest);
      continue;
    }
    const [, metric, labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (metric === undefined) throw new Error(`not a sample: ${line}`);
    const series = `${metric}{${labels}}`;
    if (told.has(series)) throw new Error(`told twice: ${series}`);
    told.add(series);
    found.samples.push({ name: metric, labels: labelsOf(labels), value: numberOf(value) });
  }
  return found;
}

/** The value of the one series that has these labels; undefined = there is none. Throws when there are several. */
export function valueIn(
  { samples }: Pick<Exposition, 'samples'>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const wanted = Object.entries(labels);
  const [one, another] = samples.filter(
    (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
  );
  if (another) throw new Error(`several ${name} with ${JSON.stringify(labels)}`);
  return one?.value;
}

function labelsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries(
    [...pairs].map(([, name, value = '']) => [
      name,
      value.replace(/\\([\\"n])/g, (_, c: string) => UNESCAPED[c] ?? c),
    ]),
  );
}

function numberOf(text: string): number {
  if (/^[+-]?Inf$/.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (Number.isNaN(value) && text !== 'Nan' && text !== 'NaN') throw new Error(`not a number: ${text}`);
  return value;
}
