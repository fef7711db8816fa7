#!/usr/bin/env node
/** The command line. TypeScript is loaded as it stands; there is nothing to build. */
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// Otherwise the configuration of whatever folder we are called from would be read.
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
register();
const { main } = await import('./cli/main.ts');
process.exitCode = await main(process.argv.slice(2));
