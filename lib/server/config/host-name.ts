import { isIP } from 'node:net';

/** Labels of a name, as DNS or a container network has them; all digits in the last one would be an address. */
const NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Whether there can be such a host: an IP address without brackets, or a name. `999.1.1.1` is neither. */
export function isPossibleHost(host: string): boolean {
  return isIP(host) !== 0 || NAME.test(host);
}
