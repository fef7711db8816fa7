import { countProviderSignIn, signInByProvider } from '../../actions/sign-in';
import type { Caller } from '../../actions/with-audit';
import { isConsoleError } from '../../domain/values/errors';
import { flowCookie, flowSecretIn, sessionCookie } from '../access/session-cookie';
import type { Runtime } from '../runtime/types';
import { pathHere, SIGN_IN } from './path-here';

/**
 * Sends a browser to the provider of OpenID Connect; back to the sign-in page when that cannot be. As often as somebody may
 * act: what begins is kept for ten minutes, and whoever asks has not signed in.
 */
export async function toProvider(
  runtime: Runtime,
  request: Request,
  caller: Caller,
  to: string,
): Promise<Response> {
  const path = pathHere(to);
  return orBack(path, async () => {
    await countProviderSignIn(runtime, caller);
    const { url, secret } = await runtime.access.beginAtProvider(path, flowSecretIn(request, isTls(runtime)));
    return redirect(url.href, flowCookie(secret, isTls(runtime)));
  });
}

/** Signs in whom the provider sent back, and sends them where they wanted to go. */
export async function fromProvider(runtime: Runtime, request: Request, caller: Caller): Promise<Response> {
  const { search } = new URL(request.url);
  return orBack('/', async () => {
    const { sessionId, path } = await signInByProvider(
      runtime,
      { search, secret: flowSecretIn(request, isTls(runtime)) },
      caller,
    );
    const { longestMs = 0 } = runtime.access.signIn ?? {};
    return redirect(path, sessionCookie(sessionId, { secure: isTls(runtime), longestMs }));
  });
}

/** Cookies go over TLS only where browsers reach the console by it. */
function isTls({ access }: Runtime): boolean {
  return access.signIn?.oidc?.url.startsWith('https:') ?? false;
}

/** A browser is shown a page, not an error of the API. */
async function orBack(to: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    const { problem = error.code, path = to } = error.details as { problem?: string; path?: string };
    return redirect(`${SIGN_IN}?${new URLSearchParams({ problem, ...(path !== '/' && { to: path }) })}`);
  }
}

function redirect(location: string, cookie?: string): Response {
  const headers = { location, 'cache-control': 'no-store', ...(cookie && { 'set-cookie': cookie }) };
  return new Response(null, { status: 302, headers });
}
