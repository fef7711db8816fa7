/** The page where people sign in. */
export const SIGN_IN = '/sign-in';

/** A path of this console, or `/` for what leads anywhere else. */
export function pathHere(to: string): string {
  const here = 'http://console';
  if (!to.startsWith('/') || !URL.canParse(to, here)) return '/';
  const { origin, pathname, search } = new URL(to, here);
  return origin === here && pathname !== SIGN_IN ? pathname + search : '/';
}
