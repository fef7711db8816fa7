/** Makes sure that PHP can be run with Symfony Lock, from Debian's packages. */
import { existsSync } from 'node:fs';
import { run } from '../../../bin/children.mjs';
import { fail, versionOf } from '../toolchain.mjs';

const PACKAGES = ['php-cli', 'php-redis', 'php-symfony-lock'];
const AUTOLOAD = '/usr/share/php/Symfony/Component/Lock/autoload.php';

/** Installs what is missing where it may; ends the process with a message where it may not. */
export async function installPhp() {
  if (isThere()) return;
  const apt = (...args) => {
    console.error(`[interop] apt-get ${args.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return run('apt-get', args, { env, stdio: ['ignore', 2, 2] });
  };
  if (process.getuid?.() === 0 && versionOf('apt-get', ['--version'], /apt (\d+)/)) {
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', '--no-install-recommends', ...PACKAGES);
  }
  if (isThere()) return;
  fail('The tests with Symfony Lock need PHP, its redis extension and the library, as Debian has them.', {
    'Debian, Ubuntu': `apt-get install ${PACKAGES.join(' ')}`,
  });
}

function isThere() {
  const modules = versionOf('php', ['-m'], /\bredis\b()/);
  return modules !== null && existsSync(AUTOLOAD);
}
