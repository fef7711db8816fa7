/** Address of the other end of a request's connection, which the front writes over what a client sends. */
export const PEER = 'x-lockscope-peer';

/**
 * Whether a request comes from this machine itself, and not through a proxy on it: neither end of the connection nor any
 * address that a proxy named is another machine's.
 */
export function isFromThisMachine(request: Request): boolean {
  const peer = request.headers.get(PEER);
  if (peer === null || request.headers.has('forwarded')) return false;
  const named = request.headers.get('x-forwarded-for')?.split(',') ?? [];
  return [peer, ...named].every((address) => isLoopback(address.trim()));
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain);
}
