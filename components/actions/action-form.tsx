'use client';

import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { RadioCards } from '@/components/ui/radio-cards';
import type { ApiFailure } from '@/lib/api/http';
import { type Chosen, commandFor, consequencesFor, requiresFor } from '@/lib/domain/actions/hold-choice';
import type { LockAction, Preview } from '@/lib/domain/api';
import { isSome } from '@/lib/domain/values/counted';
import { ConfirmFields, type Draft } from './confirm-fields';
import { Consequences } from './consequences';
import { Facts, PartTitle } from './facts';
import { FailureNote } from './failure-note';
import { HolderEvidence } from './holder-evidence';
import { SameHold } from './same-hold';
import { ServerNotes } from './server-notes';

type Props = {
  preview: Preview;
  /** What the dialog was opened for, and what is chosen now. */
  opened: LockAction;
  action: LockAction;
  onAction(action: LockAction): void;
  draft: Draft;
  onDraft(draft: Draft): void;
  /** The other keys of the hold that are released too. */
  chosen: Chosen;
  onChoose(chosen: Chosen): void;
  failure: ApiFailure | null;
};

/** Everything to read before an act, and everything to say. */
export function ActForm(props: Props) {
  const { preview, opened, action, onAction, draft, onDraft, chosen, onChoose, failure } = props;
  const t = useT('actions');
  const isExtend = action === 'extend';
  const { lock, holder } = preview;
  const consequences = isExtend ? preview.consequences : consequencesFor(preview, chosen);
  const isKept = consequences.some(({ code }) => code === 'others-hold-on');
  const staysHeld = consequences.some(({ code }) => code === 'hold-stays');
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
      <ServerNotes lock={lock} />
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <div>
          <PartTitle>{t(isExtend ? 'part.extended' : 'part.freed')}</PartTitle>
          <Facts preview={preview} />
        </div>
        <HolderEvidence preview={preview} />
        {isExtend ? null : <SameHold preview={preview} chosen={chosen} onChoose={onChoose} />}
        <Consequences consequences={consequences} />
        {opened === 'release' ? (
          <div>
            <PartTitle>{t('part.how')}</PartTitle>
            <RadioCards
              label={t('part.how')}
              value={action}
              onChange={onAction}
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
        requires={isExtend ? preview.requires : requiresFor(preview, chosen)}
        isExtend={isExtend}
        draft={draft}
        onChange={onDraft}
      />
      <CommandLine command={commandFor(preview.command, preview.hold, chosen)} />
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
