'use client';

import { useMutation } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { PasskeyButton } from '@/components/passkeys/enter-button';
import { Button } from '@/components/ui/button';
import { TextInput } from '@/components/ui/text-input';
import { ApiFailure, call } from '@/lib/api/http';
import { endpointPath } from '@/lib/contract/request';
import { useSession } from '../app/access';

const PROBLEMS = ['away', 'cancelled', 'invalid', 'unnamed', 'unknown', 'rate-limited'] as const;

/**
 * Where somebody signs in; `to` = the page of this console that they wanted, `problem` = why the provider did not sign them in.
 */
export function SignInPage({ to, problem }: { to: string; problem: string | null }) {
  const t = useT('access');
  const passkeys = useT('passkeys');
  const format = useFormat();
  const { signIn } = useSession();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const titleId = useId();
  const entering = useMutation({
    mutationFn: () => call('POST /api/session', { body: { name, password } }),
    // Everything that this page knows was for nobody.
    onSuccess: () => window.location.assign(to),
    onError: () => setPassword(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entering.mutate();
  };
  const provider = signIn?.provider ?? null;
  const known = PROBLEMS.find((each) => each === problem) ?? 'other';
  const failed = problem === null ? null : t(`signIn.problem.${known}`, { name: provider ?? '' });
  const failure = entering.error ? ApiFailure.of(entering.error) : null;
  return (
    <main id="page" className="flex min-h-dvh items-center justify-center bg-canvas p-4">
      <section className="panel flex w-full min-w-0 max-w-96 flex-col gap-4 p-6" aria-labelledby={titleId}>
        <div>
          <h1 id={titleId} className="font-semibold text-xl">
            {t('signIn.title')}
          </h1>
          {to === '/' ? null : (
            <p className="flex min-w-0 gap-1 pt-0.5 text-2">
              <span className="shrink-0">{t('signIn.to')}</span>
              <bdi dir="ltr" className="mono min-w-0 truncate" title={readable(to)}>
                {readable(to)}
              </bdi>
            </p>
          )}
        </div>
        {failed ? <Alert>{failed}</Alert> : null}
        {provider === null ? null : (
          <Button
            variant="primary"
            icon={<LogIn size={16} aria-hidden />}
            onClick={() =>
              window.location.assign(endpointPath('GET /api/session/provider', { query: { to } }))
            }
          >
            {t('signIn.provider', { name: provider })}
          </Button>
        )}
        {signIn?.password ? <PasskeyButton onEntered={() => window.location.assign(to)} /> : null}
        {signIn?.password ? (
          <p className="flex items-center gap-3 text-3 text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            {provider === null ? passkeys('or') : t('signIn.local')}
          </p>
        ) : null}
        {signIn?.password ? (
          <form onSubmit={submit} className="flex flex-col gap-3">
            <TextInput
              label={t('signIn.name')}
              required
              autoFocus={provider === null}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <TextInput
              label={t('signIn.password')}
              required
              type="password"
              autoComplete="current-password"
              maxLength={1_024}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            {failure ? <Alert>{failureText(failure)}</Alert> : null}
            <Button
              type="submit"
              variant={provider === null ? 'primary' : 'default'}
              off={entering.isPending}
              icon={<LogIn size={16} aria-hidden />}
            >
              {t(entering.isPending ? 'signIn.sending' : 'signIn.send')}
            </Button>
          </form>
        ) : null}
        {signIn?.password || provider !== null ? null : <p className="text-2">{t('signIn.byProxy')}</p>}
        {signIn ? (
          <p className="border-line border-t pt-3 text-3 text-sm">
            {t('signIn.ends', {
              minutes: format.count(signIn.idleMs / 60_000),
              hours: format.count(signIn.longestMs / 3_600_000),
            })}
          </p>
        ) : null}
      </section>
    </main>
  );

  function failureText({ code, message, details }: ApiFailure): string {
    const { triesLeft, retryAfterSeconds } = details as { triesLeft?: number; retryAfterSeconds?: number };
    if (code === 'denied' && triesLeft !== undefined) return t('signIn.wrong', { count: triesLeft });
    if (code === 'rate-limited' && retryAfterSeconds !== undefined)
      return t('signIn.throttled', { wait: format.duration(retryAfterSeconds * 1_000) });
    return t('signIn.failed', { message });
  }
}

function Alert({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-md border border-lost-line bg-lost-tint px-3 py-2">
      {children}
    </p>
  );
}

/** A path as its reader knows it; one that cannot be decoded as it stands. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
