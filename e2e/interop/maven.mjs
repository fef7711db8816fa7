/** Builds Java programs with Maven, from Maven Central the first time. */
import { run } from '../../bin/children.mjs';
import { fail, untilDone, versionOf } from './toolchain.mjs';

const OLDEST_JAVA = 17;
const HELP = {
  'Debian, Ubuntu': 'apt-get install openjdk-17-jdk-headless maven',
  macOS: 'brew install openjdk@17 maven',
};

/** Ends the process with a message when something is missing. */
export function requireJava() {
  const missing = ['java', 'javac', 'mvn'].filter((tool) => versionOf(tool, ['-version'], /()/) === null);
  const need = `The tests with Java libraries need a JDK ${OLDEST_JAVA} and Maven.`;
  if (missing.length > 0) fail(`${missing.join(' and ')} cannot be run. ${need}`, HELP);
  const [major] = versionOf('javac', ['-version'], /javac (\d+)/) ?? [];
  if (!(major >= OLDEST_JAVA))
    fail(`javac is of Java ${major}, and ${OLDEST_JAVA} is the oldest. ${need}`, HELP);
}

/** Packages the project in `folder`. */
export async function mavenPackage(folder, what, properties = []) {
  const maven = (options, output) => {
    const args = [...options, '-q', '-B', '-Dstyle.color=never', ...properties, 'package'];
    return run('mvn', args, { cwd: folder, stdio: ['ignore', output, output] });
  };
  if ((await maven(['-o'], 'ignore')) === 0) return;
  await untilDone(`building ${what}, from Maven Central`, () => maven([], 2));
}
