const NAME = 'lockscope_session';

/** Session id that a browser sends; null = none. */
export function sessionIdIn(request: Request): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === NAME && /^[\w-]{20,100}$/.test(value)) return value;
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

export function noSessionCookie(): string {
  return `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
}
