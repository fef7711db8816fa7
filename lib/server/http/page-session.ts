import { sessionAnswer } from '../../actions/sign-in';
import type { SessionAnswer } from '../../contract/access/sessions';
import { STRANGER } from '../../domain/access/principal';
import { isConsoleError } from '../../domain/values/errors';
import { PAGE_URL } from '../front/front';
import { requestPathOf } from '../front/request-target';
import { runtime } from '../start/runtime';
import { elsewhereFor, FIRST_RUN, isOfDocs, SIGN_IN } from './path-here';

type PageSession = {
  session: SessionAnswer;
  /** Where the page of a request is, '' without the front. */
  path: string;
  /** Whether there is a target. */
  watchesAny: boolean;
  /** Where somebody is sent who has to sign in first; null = nowhere. */
  elsewhere: string | null;
};

/** Who asks for a page, by the headers of its request. A database that cannot be asked knows nobody. */
export async function pageSessionOf(headers: Headers): Promise<PageSession> {
  const running = runtime();
  const request = new Request('http://127.0.0.1/', { headers: new Headers(headers) });
  const found = await running.access.principalOf(request).catch((error: unknown) => {
    if (isConsoleError(error)) return null; // whoever tries to sign in learns why they cannot
    throw error;
  });
  const session = sessionAnswer(running, found ?? STRANGER);
  const url = headers.get(PAGE_URL) ?? '';
  const path = requestPathOf(url);
  const watchesAny = running.all().length > 0;
  const isAnswered = path === '' || running.config.role === 'collector';
  return {
    session,
    path,
    watchesAny,
    elsewhere: isAnswered ? null : elsewhereFor(url, found !== null, watchesAny),
  };
}

/** Whether a page has no frame around it: the frame needs a target and somebody who signed in. */
export function standsAlone({ path, watchesAny }: Pick<PageSession, 'path' | 'watchesAny'>): boolean {
  return path === SIGN_IN || path === FIRST_RUN || (!watchesAny && isOfDocs(path));
}
