/** Writes lib/redis/scripts.generated.ts from lib/redis/scripts/*.lua. Run with `npm run scripts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedPath, generateScripts } from '../lib/redis/generate-scripts';

writeFileSync(generatedPath, generateScripts());
console.log(`wrote ${fileURLToPath(generatedPath)}`);
