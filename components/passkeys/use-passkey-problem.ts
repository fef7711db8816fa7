import { useT } from '@/components/i18n/use-t';
import type { ApiFailure } from '@/lib/api/http';

/** Why a passkey did not do it, as a sentence: by the problem that the server names, or the browser's. */
export function usePasskeyProblem(): (failure: ApiFailure) => string {
  const t = useT('passkeys');
  return ({ code, message, details }) => {
    const named = code === 'step-up-required' ? 'step-up' : code.replace(/^passkey-/, '');
    const problem = typeof details.problem === 'string' ? details.problem : named;
    const seconds = typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : 60;
    const values = { message, minutes: Math.ceil(seconds / 60) };
    return t(t.has(`problem.${problem}`) ? `problem.${problem as 'invalid'}` : 'problem.other', values);
  };
}
