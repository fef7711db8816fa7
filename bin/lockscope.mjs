#!/usr/bin/env node
/** The command line: built in a packed console, loaded from TypeScript as it stands in the repository. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { main } = await import(await commands());
process.exitCode = await main(process.argv.slice(2));

async function commands() {
  const built = new URL('cli/main.js', import.meta.url);
  if (existsSync(built)) return built.href;
  // Otherwise the configuration of whatever folder we are called from would be read.
  process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
  const { register } = await import('tsx/esm/api');
  register();
  return './cli/main.ts';
}
