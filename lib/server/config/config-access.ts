import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { invalidSetting } from './config-problems';
import { isPossibleHost } from './host-name';

/** Who can reach this console, and under which names. */
export type Access = {
  /** Whether others than this machine reach it. */
  network: boolean;
  /** Lower-case names that a Host header may have. With `network` every IP address is one of them as well. */
  hosts: readonly string[];
};

type Variables = Readonly<Record<string, string | undefined>>;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/**
 * The address to listen on. Throws `config-invalid` for one that cannot exist, and for one that others reach where nobody
 * signs in.
 */
export function hostOf(env: Variables, signsIn: boolean): string {
  const host = env.LOCKSCOPE_HOST || '127.0.0.1';
  if (!isPossibleHost(host))
    throw invalidSetting('LOCKSCOPE_HOST', 'must be an IP address (without brackets) or a host name');
  if (env.LOCKSCOPE_ALLOW_ANONYMOUS)
    throw invalidSetting(
      'LOCKSCOPE_ALLOW_ANONYMOUS',
      'lets nobody in any more: see signIn of the configuration',
    );
  if (!isLoopback(host) && !signsIn)
    throw invalidSetting(
      'LOCKSCOPE_HOST',
      'is an address that others reach, and nobody signs in: listen on 127.0.0.1, or let people sign in (signIn of the configuration, or LOCKSCOPE_SIGN_IN=local)',
    );
  return host;
}

/** Who reaches a console on `host`, which `LOCKSCOPE_ALLOWED_HOSTS` and the URLs that it names itself give further names. */
export function accessOf(
  host: string,
  allowed: string | undefined,
  urls: readonly (string | null)[] = [],
): Access {
  const network = !isLoopback(host);
  const named = allowed?.split(',').flatMap((name) => name.trim().toLowerCase() || []) ?? [];
  const own = [...LOOPBACK, host.toLowerCase(), ...(network ? [hostname().toLowerCase()] : [])];
  return {
    network,
    hosts: [...own, ...named, ...urls.flatMap((url) => (url === null ? [] : new URL(url).hostname))],
  };
}

/**
 * Whether a Host header is the console's own. A page of another name that resolves to this machine (DNS rebinding) is
 * same-origin to a browser; an address is never such a name.
 */
export function isOwnHost({ network, hosts }: Access, header: string): boolean {
  const name = header.toLowerCase().replace(/:\d+$/, '');
  if (hosts.includes(name)) return true;
  return network && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/** Whether an address or name can only be this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
