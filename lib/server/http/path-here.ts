import { DOCS_PATH } from '../../domain/docs/doc-paths';
import { requestPathOf } from '../front/request-target';

/** The page where people sign in. */
export const SIGN_IN = '/sign-in';
/** The page that asks for a Redis where none is watched. */
export const FIRST_RUN = '/first-run';

/** A path of this console, or `/` for what leads anywhere else. */
export function pathHere(to: string): string {
  const here = 'http://console';
  if (!to.startsWith('/') || !URL.canParse(to, here)) return '/';
  const { origin, pathname, search } = new URL(to, here);
  return origin === here && pathname !== SIGN_IN ? pathname + search : '/';
}

/**
 * Where a browser is sent that asks for this page: to the sign-in when it is nobody's, with the way back, and from there to the
 * page that was wanted, also when the session ends in this very moment. Without a target, `watchesAny` false, every page but
 * the sign-in and the documentation leads to the one that asks for a Redis. null = nowhere.
 */
export function elsewhereFor(url: string, isSignedIn: boolean, watchesAny = true): string | null {
  if (isSignedIn && requestPathOf(url) !== SIGN_IN) return firstRunFor(url, watchesAny);
  const isSignIn = requestPathOf(url) === SIGN_IN;
  if (isSignedIn) return isSignIn ? pathHere(new URLSearchParams(url.split('?')[1]).get('to') ?? '/') : null;
  if (isSignIn) return null;
  return url === '/' ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ to: url })}`;
}

/** Whether a path is of the documentation. */
export function isOfDocs(path: string): boolean {
  return path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`);
}

/** Without a target every other page leads to the one that asks for it, and with one that page has nothing to ask. */
function firstRunFor(url: string, watchesAny: boolean): string | null {
  if (!watchesAny && isOfDocs(requestPathOf(url))) return null;
  if ((requestPathOf(url) === FIRST_RUN) !== watchesAny) return null;
  return watchesAny ? '/' : FIRST_RUN;
}
