import { FLOW_MS } from './provider/sign-in-flows';

const NAME = 'lockscope_session';
const FLOW_NAME = 'lockscope_sign_in';
/** No other host, path or page without TLS can set a cookie whose name begins so: browsers see to it. */
const HOST = '__Host-';

/** Session id that a browser sends; null = none. `secure` = over TLS, where a cookie of the plain name counts for nothing. */
export function sessionIdIn(request: Request, secure: boolean): string | null {
  return cookieIn(request, NAME, secure);
}

/** What a browser is known by while it signs in at a provider; null = nothing. */
export function flowSecretIn(request: Request, secure: boolean): string | null {
  return cookieIn(request, FLOW_NAME, secure);
}

function cookieIn(request: Request, name: string, secure: boolean): string | null {
  const own = valueIn(request, HOST + name);
  return own === null && !secure ? valueIn(request, name) : own;
}

function valueIn(request: Request, wanted: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === wanted && /^[\w-]{20,100}$/.test(value)) return value;
  }
  return null;
}

/** `Set-Cookie` for a session; no script of a page can read it, and no other site's request carries it but a link. */
export function sessionCookie(
  id: string,
  { secure, longestMs }: { secure: boolean; longestMs: number },
): string {
  return cookie(NAME, id, secure, { path: '/', seconds: Math.floor(longestMs / 1_000) });
}

/** `Set-Cookie` for a sign-in at a provider, until it is back. */
export function flowCookie(secret: string, secure: boolean): string {
  return cookie(FLOW_NAME, secret, secure, { path: '/api/session', seconds: FLOW_MS / 1_000 });
}

export function noSessionCookie(secure: boolean): string {
  return cookie(NAME, '', secure, { path: '/', seconds: 0 });
}

function cookie(
  name: string,
  value: string,
  secure: boolean,
  { path, seconds }: { path: string; seconds: number },
): string {
  const of = secure ? `${HOST}${name}=${value}; Path=/; Secure` : `${name}=${value}; Path=${path}`;
  return `${of}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}
