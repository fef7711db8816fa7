import { isIP } from 'node:net';
import type { SignIn } from '../../config/config-sign-in';

/** Who passkeys are of: the name of the host in the address, and the origins whose pages may ask for them. */
export type RelyingParty = { id: string; origins: string[] };

/**
 * The console as the browser of a request knows it, by the Host header, which the front has checked. Passkeys exist over TLS
 * and on this machine only, whatever a proxy in between says of that. null = an address: browsers know no passkeys there.
 */
export function relyingPartyOf(request: Request, signIn: Pick<SignIn, 'oidc'> | null): RelyingParty | null {
  const host = request.headers.get('host') ?? '';
  if (!URL.canParse(`https://${host}`)) return null;
  const { hostname: id, origin } = new URL(`https://${host}`);
  if (isIP(id.replace(/^\[(.*)\]$/, '$1')) !== 0) return null;
  const isHere = id === 'localhost' || id.endsWith('.localhost');
  const configured = signIn?.oidc ? new URL(signIn.oidc.url) : null;
  if (configured?.hostname === id && !isHere) return { id, origins: [configured.origin] };
  return { id, origins: [origin, ...(isHere ? [new URL(`http://${host}`).origin] : [])] };
}
