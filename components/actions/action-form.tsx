'use client';

import type { Dispatch } from 'react';
import { useDenied } from '@/components/app/access';
import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { verdictOf } from '@/components/lock-parts/holder-verdict';
import { VerdictBlock } from '@/components/lock-parts/verdict-block';
import { CopyButton } from '@/components/ui/copy-button';
import { RadioCards } from '@/components/ui/radio-cards';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Preview } from '@/lib/contract/actions';
import { commandFor, consequencesFor } from '@/lib/domain/actions/hold-choice';
import { isSome } from '@/lib/domain/values/counted';
import { SecondPersonNote } from './asked/second-person-note';
import { ConfirmFields } from './confirm-fields';
import { Consequences } from './consequences';
import { chosenOf, type DialogEvent, type DialogState, requiredOf } from './dialog-machine';
import { Facts, PartTitle } from './facts';
import { FailureNote } from './failure-note';
import { HolderEvidence } from './holder-evidence';
import { SameHold } from './same-hold';
import { ServerNotes } from './server-notes';

type Props = {
  state: DialogState;
  preview: Preview;
  /** What the dialog was opened for. */
  opened: LockAction;
  dispatch: Dispatch<DialogEvent>;
};

/** Everything to read before an act, and everything to say. */
export function ActionForm({ state, preview, opened, dispatch }: Props) {
  const { phase, action, draft, unread } = state;
  const chosen = chosenOf(state);
  const failure = (phase.is === 'confirming' && phase.failure) || unread;
  const t = useT('actions');
  const nowMs = useNow(1_000, true);
  const isExtend = action === 'extend';
  const { lock, holder, evidence } = preview;
  const consequences = action === 'release' ? consequencesFor(preview, chosen) : preview.consequences;
  const isKept = consequences.some(({ code }) => code === 'others-hold-on');
  const staysHeld = consequences.some(({ code }) => code === 'hold-stays');
  const denied = useDenied('quarantine', lock.target, lock.id);
  const isUnsure = verdictOf(preview) === 'unknown';
  const quarantine = !lock.actions.quarantine ? 'Off' : denied ? 'Denied' : isUnsure ? 'Unsure' : 'Text';
  const extendable = !lock.actions.extend
    ? 'Off'
    : holder.ttlMs === 'none'
      ? 'Never'
      : holder.ttlMs === 0
        ? 'Over'
        : 'Text';
  return (
    <div className="flex flex-col gap-4">
      {failure ? <FailureNote failure={failure} /> : null}
      {preview.secondPerson ? <SecondPersonNote minutes={preview.secondPerson.minutes} /> : null}
      <VerdictBlock lock={lock} holder={holder} evidence={evidence} nowMs={nowMs} isReleasing />
      <ServerNotes lock={lock} />
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <div>
          <PartTitle>{t(isExtend ? 'part.extended' : 'part.freed')}</PartTitle>
          <Facts preview={preview} />
        </div>
        <HolderEvidence preview={preview} />
        {action !== 'release' ? null : (
          <SameHold
            preview={preview}
            chosen={chosen}
            onChoose={(picked) => dispatch({ type: 'picked', chosen: picked })}
          />
        )}
        <Consequences consequences={consequences} />
        {opened === 'release' ? (
          <div>
            <PartTitle>{t('part.how')}</PartTitle>
            <RadioCards
              label={t('part.how')}
              value={action}
              onChange={(to) => dispatch({ type: 'action-chosen', action: to })}
              options={[
                {
                  value: 'release',
                  title: t('how.release'),
                  text: t(
                    isKept
                      ? 'how.releaseKept'
                      : staysHeld
                        ? 'how.releaseStays'
                        : isSome(lock.waiters.count)
                          ? 'how.releaseWaited'
                          : 'how.releaseText',
                  ),
                },
                {
                  value: 'quarantine',
                  title: t('how.quarantine'),
                  text: t(`how.quarantine${quarantine}`),
                  disabled: quarantine === 'Off' || quarantine === 'Denied',
                },
                {
                  value: 'extend',
                  title: t('how.extend'),
                  text: t(`how.extend${extendable}`),
                  disabled: extendable !== 'Text',
                },
              ]}
            />
          </div>
        ) : null}
      </div>
      <ConfirmFields
        preview={preview}
        requires={requiredOf(state) ?? preview.requires}
        action={action}
        draft={draft}
        onChange={(typed) => dispatch({ type: 'typed', draft: typed })}
      />
      <CommandLine command={commandFor(preview, chosen)} />
    </div>
  );
}

function CommandLine({ command }: { command: string }) {
  const t = useT('actions');
  return (
    <div>
      <PartTitle>{t('part.terminal')}</PartTitle>
      <div className="flex items-center gap-1 rounded-sm border border-line bg-sunken ps-2.5 pe-1">
        <code dir="ltr" title={command} className="mono min-w-0 flex-1 py-1 max-sm:break-all sm:truncate">
          {command}
        </code>
        <CopyButton text={command} label={t('part.copyCommand')} />
      </div>
    </div>
  );
}
