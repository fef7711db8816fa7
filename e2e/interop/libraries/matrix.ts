import { readFileSync, writeFileSync } from 'node:fs';
import { COLUMNS, type Column, type MatrixRow, type Verdict } from './columns';
import type { Contender } from './contender';

/** Results of the last run, committed: the matrix of docs/interop.md is made of it. */
const file = new URL('matrix.json', import.meta.url);

export type Recorder = {
  add(contender: Contender, version: string, column: Column, verdict: Verdict): void;
  /** Rows that were run completely replace those of the file; rows of contenders that are no more go. */
  write(contenders: readonly Contender[]): void;
};

type Found = { version: string; verdicts: Partial<MatrixRow['verdicts']> };

export function readMatrix(): MatrixRow[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function createRecorder(): Recorder {
  const found = new Map<string, Found>();
  return {
    add(contender, version, column, verdict) {
      const id = idOf(contender);
      found.set(id, { version, verdicts: { ...found.get(id)?.verdicts, [column]: verdict } });
    },
    write(contenders) {
      const before = readMatrix();
      const rows = contenders.flatMap((contender) => {
        const id = idOf(contender);
        return rowOf(contender, found.get(id)) ?? before.find((row) => row.id === id) ?? [];
      });
      writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
    },
  };
}

export function idOf({ program, library, place }: Contender): string {
  return `${program.name}: ${library}, ${place}`;
}

/** null = not every column was run. */
function rowOf(contender: Contender, found: Found | undefined): MatrixRow | null {
  if (!found || !COLUMNS.every((column) => found.verdicts[column])) return null;
  const { library, language, place } = contender;
  const verdicts = Object.fromEntries(COLUMNS.map((column) => [column, found.verdicts[column]]));
  const { version } = found;
  return {
    id: idOf(contender),
    library,
    language,
    version,
    place,
    verdicts: verdicts as MatrixRow['verdicts'],
  };
}
