/** Builds the Redisson programs with Maven: one for each version in versions.json, from Maven Central the first time. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../../../bin/children.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const versions = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'));
const OLDEST_JAVA = 17;
const TRIES = 3;

/** Builds what is not built from the present sources. Ends the process with a message when something is missing. */
export async function buildRedisson() {
  requireToolchain();
  const sources = hashOfSources();
  for (const version of versions) {
    const memory = join(folder, 'target', version, 'built-from');
    if (existsSync(memory) && readFileSync(memory, 'utf8') === sources) continue;
    await build(version);
    writeFileSync(memory, sources);
  }
}

function requireToolchain() {
  const missing = ['java', 'javac', 'mvn'].filter((tool) => spawnSync(tool, ['-version']).error);
  if (missing.length > 0) fail(`${missing.join(' and ')} cannot be run.`);
  const version = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  const major = Number(/javac (\d+)/.exec(version.stdout + version.stderr)?.[1]);
  if (!(major >= OLDEST_JAVA)) fail(`javac is of Java ${major}, and ${OLDEST_JAVA} or newer is needed.`);
}

async function build(version) {
  if ((await maven(version, ['-o'], 'ignore')) === 0) return;
  for (let attempt = 1; ; attempt++) {
    console.error(`[interop] building with Redisson ${version}, from Maven Central`);
    const code = await maven(version, [], 2);
    if (code === 0) return;
    if (attempt === TRIES)
      fail(`mvn package failed ${TRIES} times for Redisson ${version}, last with code ${code}.`);
    await pause(attempt * 5_000);
  }
}

function maven(version, options, output) {
  const args = [...options, '-q', '-B', '-Dstyle.color=never', `-Dredisson.version=${version}`, 'package'];
  return run('mvn', args, { cwd: folder, stdio: ['ignore', output, output] });
}

function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'pom.xml')));
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true });
  for (const file of sources
    .map((each) => each.isFile() && join(each.parentPath ?? each.path, each.name))
    .sort())
    if (file) hash.update(file.slice(folder.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function fail(problem) {
  console.error(`[interop] ${problem} The tests with Redisson need a JDK ${OLDEST_JAVA} and Maven.`);
  console.error('  Debian, Ubuntu:  apt-get install openjdk-17-jdk-headless maven');
  console.error('  macOS:           brew install openjdk@17 maven');
  process.exit(1);
}
