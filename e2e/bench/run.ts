/** Runs the measurement named first: every file beside this one is one. The rest of the arguments are its own. */
import { readdirSync } from 'node:fs';

const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .sort();
const [name = '', ...rest] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(name ? `There is no measurement "${name}".` : 'Which measurement?');
  console.error(`Use: npm run bench -- ${names.join('|') || '(none exists yet)'} [--json]`);
  process.exit(2);
}
process.argv = [process.argv[0] ?? 'node', name, ...rest];
await import(`./${name}.ts`);
