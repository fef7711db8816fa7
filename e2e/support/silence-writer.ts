import { isConsoleError } from '../../lib/domain/values/errors';
import { createSilenceStore } from '../../lib/server/record/silence-store';

/**
 * `silence-writer.ts FOLDER NAME [once]`: adds silences to the folder without end and tells its parent the reason of each
 * that was kept; with `once` it tries one and prints what came of it.
 */
const [folder = '', name = '', once] = process.argv.slice(2);
const log = { error: () => {}, warn: () => {} } as never;
const store = createSilenceStore({ dataDir: folder, now: Date.now, log });

async function add(reason: string): Promise<void> {
  const of = { code: 'no-ttl', target: 'test', scope: { kind: 'all' }, by: 'ann', createdMs: 1 } as const;
  await store.add({ ...of, untilMs: 4_000_000_000_000, reason });
}

if (once) {
  let error: { code: string; message: string } | null = null;
  try {
    await add(name);
  } catch (thrown) {
    error = isConsoleError(thrown)
      ? { code: thrown.code, message: thrown.message }
      : { code: '', message: String(thrown) };
  }
  const running = store.running().map(({ reason }) => reason);
  process.stdout.write(JSON.stringify({ error, notes: store.notes(), running }));
  await store.close();
} else {
  for (let i = 0; ; i++) {
    await add(`${name}-${i}`);
    process.send?.(`${name}-${i}`);
  }
}
