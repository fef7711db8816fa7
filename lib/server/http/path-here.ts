import { requestPathOf } from '../front/request-target';

/** The page where people sign in. */
export const SIGN_IN = '/sign-in';

/** A path of this console, or `/` for what leads anywhere else. */
export function pathHere(to: string): string {
  const here = 'http://console';
  if (!to.startsWith('/') || !URL.canParse(to, here)) return '/';
  const { origin, pathname, search } = new URL(to, here);
  return origin === here && pathname !== SIGN_IN ? pathname + search : '/';
}

/**
 * Where a browser is sent that asks for this page: to the sign-in when it is nobody's, with the way back, and from there to the
 * page that was wanted, also when the session ends in this very moment. null = nowhere.
 */
export function elsewhereFor(url: string, isSignedIn: boolean): string | null {
  const isSignIn = requestPathOf(url) === SIGN_IN;
  if (isSignedIn) return isSignIn ? pathHere(new URLSearchParams(url.split('?')[1]).get('to') ?? '/') : null;
  if (isSignIn) return null;
  return url === '/' ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ to: url })}`;
}
