'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FailureBox } from '@/components/ui/failure-box';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { TextInput } from '@/components/ui/text-input';
import { ApiFailure } from '@/lib/api/http';
import { passkeyQueries, requestPasskeyEnd } from '@/lib/api/passkey-queries';
import type { Passkey, PasskeysAnswer } from '@/lib/contract/access/passkeys';
import { MOST_PASSKEY_NAME } from '@/lib/contract/limits';
import { PasskeyList } from './passkey-list';
import { usePasskeyProblem } from './use-passkey-problem';

type Doing = { is: 'idle' } | { is: 'adding' } | { is: 'removing'; id: string };
type Failed = { of: 'addFailed' | 'removeFailed'; failure: ApiFailure };

/** Passkeys of the own account: each with the way to remove it, and a new one. One of them confirms both. */
export function PasskeysDialog({ onClosed }: { onClosed(): void }) {
  const t = useT('passkeys');
  const common = useT('common');
  const announce = useAnnounce();
  const textOf = usePasskeyProblem();
  const cache = useQueryClient();
  const query = useQuery(passkeyQueries.own());
  const [doing, setDoing] = useState<Doing>({ is: 'idle' });
  const [failed, setFailed] = useState<Failed | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  const answer = query.data;

  /** Whether it was done. */
  async function run(
    next: Doing,
    of: Failed['of'],
    done: string,
    work: () => Promise<unknown>,
  ): Promise<boolean> {
    setDoing(next);
    setFailed(null);
    try {
      if (answer && asksFirst(answer)) await (await import('@/lib/api/passkeys')).requestPasskeyAnswer();
      await work();
      announce(done);
      return true;
    } catch (error) {
      setFailed({ of, failure: ApiFailure.of(error) });
      return false;
    } finally {
      await cache.invalidateQueries({ queryKey: passkeyQueries.all });
      setDoing({ is: 'idle' });
    }
  }

  const add = (name: string) =>
    run({ is: 'adding' }, 'addFailed', t('added', { name }), async () =>
      (await import('@/lib/api/passkeys')).requestNewPasskey(name),
    );
  const remove = ({ id, name }: Passkey) =>
    run({ is: 'removing', id }, 'removeFailed', t('removed', { name }), () => requestPasskeyEnd(id));

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClosed())}
      keepOnOutsidePress
      title={t('title')}
      mark={<Fingerprint size={18} aria-hidden className="text-3" />}
      description={t('about')}
      initialFocus={close}
      footerHint={t('ownOnly')}
      footer={
        <Button ref={close} onClick={onClosed}>
          {common('close')}
        </Button>
      }
    >
      {failed ? (
        <FailureBox lead={t(failed.of)} className="mb-3">
          {textOf(failed.failure)}
        </FailureBox>
      ) : null}
      {answer ? (
        <>
          <PasskeyList
            answer={answer}
            removing={doing.is === 'removing' ? doing.id : null}
            isOff={doing.is !== 'idle'}
            onRemove={remove}
          />
          <NewPasskey
            asksFirst={asksFirst(answer)}
            isAdding={doing.is === 'adding'}
            isOff={doing.is !== 'idle'}
            onAdd={add}
          />
        </>
      ) : query.error ? (
        <FailureBox lead={t('unread')}>{textOf(ApiFailure.of(query.error))}</FailureBox>
      ) : (
        <LoadingState label={t('loading')}>
          <Skeleton className="h-8 w-full" />
        </LoadingState>
      )}
    </Dialog>
  );
}

/** Whether one of the passkeys has to confirm a change first. */
function asksFirst({ passkeys, steppedUpUntilMs }: PasskeysAnswer): boolean {
  return passkeys.length > 0 && steppedUpUntilMs === null;
}

type NewProps = {
  asksFirst: boolean;
  isAdding: boolean;
  isOff: boolean;
  onAdd(name: string): Promise<boolean>;
};

function NewPasskey({ asksFirst, isAdding, isOff, onAdd }: NewProps) {
  const t = useT('passkeys');
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOff && trimmed !== '') void onAdd(trimmed).then((isDone) => isDone && setName(''));
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-start gap-2">
      <TextInput
        label={t('newName')}
        hint={asksFirst ? t('addAfter') : t('newHint')}
        required
        maxLength={MOST_PASSKEY_NAME}
        className="min-w-48 flex-1"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        className="sm:mt-[18px]"
        off={isOff || trimmed === ''}
        icon={<Fingerprint size={16} aria-hidden />}
      >
        {t(isAdding ? 'adding' : 'add')}
      </Button>
    </form>
  );
}
