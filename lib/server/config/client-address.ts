import { BlockList, isIP } from 'node:net';
import { PEER } from '../front/peer';
import { invalidSetting } from './config-problems';

/** The proxies whose word on the address of a client counts. */
export type Proxies = Pick<BlockList, 'check'>;

/**
 * The proxies that a setting names: addresses and networks, `10.0.0.7, 10.1.0.0/16, ::1`. Throws `config-invalid` for
 * anything else.
 */
export function proxiesOf(text: string | undefined, setting = 'LOCKSCOPE_TRUSTED_PROXIES'): Proxies {
  const list = new BlockList();
  for (const each of (text ?? '').split(',').map((part) => part.trim())) {
    if (each === '') continue;
    const [address = '', prefix, ...more] = each.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? null : Number(prefix);
    const isPrefix = bits === null || (/^\d{1,3}$/.test(prefix ?? '') && bits <= (family === 4 ? 32 : 128));
    if (family === 0 || !isPrefix || more.length > 0)
      throw invalidSetting(setting, 'must be IP addresses or networks such as 10.0.0.0/8, with commas');
    if (bits === null) list.addAddress(address, family === 4 ? 'ipv4' : 'ipv6');
    else list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/**
 * Where a request comes from: the other end of its connection, which the front writes. Where that is one of `proxies`, the
 * address that it and each trusted proxy behind it named in `x-forwarded-for`; what anybody else writes there counts for
 * nothing. `unknown` without the front.
 */
export function clientAddress(request: Request, proxies: Proxies): string {
  const peer = plain(request.headers.get(PEER) ?? '');
  if (isIP(peer) === 0) return 'unknown';
  let address = peer;
  const named = (request.headers.get('x-forwarded-for') ?? '').split(',').reverse();
  for (const each of named.map((text) => plain(text.trim()))) {
    if (!isOneOf(proxies, address) || isIP(each) === 0) break;
    address = each;
  }
  return address;
}

/** Whether the other end of a request's connection is one of these proxies. */
export function isFromProxy(request: Request, proxies: Proxies): boolean {
  const peer = plain(request.headers.get(PEER) ?? '');
  return isIP(peer) !== 0 && isOneOf(proxies, peer);
}

/**
 * Whether a browser sent this over TLS: to a trusted proxy that says so, or to the address at which the provider sends people
 * back, where that is one of https.
 */
export function isSecure(
  request: Request,
  { proxies, signIn }: { proxies: Proxies; signIn: { oidc: { url: string } | null } | null },
): boolean {
  if (request.headers.get('x-forwarded-proto') === 'https' && isFromProxy(request, proxies)) return true;
  const url = signIn?.oidc ? new URL(signIn.oidc.url) : null;
  return url?.protocol === 'https:' && url.host === request.headers.get('host')?.toLowerCase();
}

/**
 * What counts as one client where something is bounded by address: an address of version 4, and of version 6 its /64, which
 * is the least that one host is given (RFC 6177). Anything else as it is.
 */
export function networkOf(text: string): string {
  const address = plain(text);
  if (isIP(address) !== 6) return address;
  const plainly = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1); // without dots
  const [first = [], last = []] = plainly.split('::').map((part) => part.split(':').filter(Boolean));
  const between = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...between, ...last].slice(0, 4).join(':')}::/64`;
}

function isOneOf(proxies: Proxies, address: string): boolean {
  return proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
