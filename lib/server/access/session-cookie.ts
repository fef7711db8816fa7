import { FLOW_MS } from './sign-in-flows';

const NAME = 'lockscope_session';
const FLOW_NAME = 'lockscope_sign_in';

/** Session id that a browser sends; null = none. */
export function sessionIdIn(request: Request): string | null {
  return cookieIn(request, NAME);
}

/** What a browser is known by while it signs in at a provider; null = nothing. */
export function flowSecretIn(request: Request): string | null {
  return cookieIn(request, FLOW_NAME);
}

function cookieIn(request: Request, wanted: string): string | null {
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
  return `${NAME}=${id}; Path=/; Max-Age=${Math.floor(longestMs / 1_000)}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** `Set-Cookie` for a sign-in at a provider, until it is back. */
export function flowCookie(secret: string, secure: boolean): string {
  return `${FLOW_NAME}=${secret}; Path=/api/session; Max-Age=${FLOW_MS / 1_000}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export function noSessionCookie(): string {
  return `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
}
