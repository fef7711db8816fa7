'use client';

import type { Dispatch } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { verdictOf } from '@/components/lock-parts/holder-verdict';
import { VerdictBlock } from '@/components/lock-parts/verdict-block';
import { CopyButton } from '@/components/ui/copy-button';
import type { Consequence, Preview } from '@/lib/contract/actions';
import { type Chosen, commandFor, consequencesFor } from '@/lib/domain/actions/hold-choice';
import { SecondPersonNote } from './asked/second-person-note';
import { ConfirmFields } from './confirm-fields';
import { Consequences } from './consequences';
import { chosenOf, type DialogEvent, type DialogState, requiredOf } from './dialog-machine';
import { Facts, PartTitle } from './facts';
import { FailureNote } from './failure-note';
import { HolderEvidence } from './holder-evidence';
import { HowCards } from './how/how-cards';
import { SameHold } from './same-hold';
import { ServerNotes } from './server-notes';

type Props = {
  state: DialogState;
  preview: Preview;
  dispatch: Dispatch<DialogEvent>;
};

/** Everything to read before an act, and everything to say. */
export function ActionForm({ state, preview, dispatch }: Props) {
  const { phase, opened, action, draft, unread } = state;
  const chosen = chosenOf(state);
  const failure = (phase.is === 'confirming' && phase.failure) || unread;
  const t = useT('actions');
  const nowMs = useNow(1_000, true);
  const isExtend = action === 'extend';
  const { lock, holder, evidence } = preview;
  const consequences = consequencesIn(state, preview, chosen);
  const requires = requiredOf(state) ?? preview.requires;
  const command = commandFor(preview, chosen);
  return (
    <div className="flex flex-col gap-3">
      <VerdictBlock
        {...{ lock, holder, evidence, nowMs }}
        isReleasing
        className={
          verdictOf(preview) === 'unknown'
            ? '-mx-3 -mt-1'
            : '-mx-5 -mt-3 rounded-none! border-x-0! border-t-0! px-5!'
        }
      />
      {failure ? <FailureNote failure={failure} /> : null}
      {preview.secondPerson ? <SecondPersonNote minutes={preview.secondPerson.minutes} /> : null}
      <ServerNotes lock={lock} />
      <div>
        <PartTitle>{t(isExtend ? 'part.extended' : 'part.freed')}</PartTitle>
        <Facts preview={preview} />
      </div>
      {action !== 'release' ? null : (
        <SameHold
          preview={preview}
          chosen={chosen}
          onChoose={(picked) => dispatch({ type: 'picked', chosen: picked })}
        />
      )}
      <HolderEvidence preview={preview} />
      <Consequences consequences={notAsked(consequences, requires)} />
      {opened === 'extend' ? null : (
        <HowCards
          preview={preview}
          action={action}
          draft={draft}
          consequences={consequences}
          onChoose={(to) => dispatch({ type: 'action-chosen', action: to })}
        />
      )}
      <ConfirmFields
        preview={preview}
        requires={requires}
        action={action}
        draft={draft}
        onChange={(typed) => dispatch({ type: 'typed', draft: typed })}
      />
      {command === null ? null : <CommandLine command={command} />}
    </div>
  );
}

/** Of the action that is chosen. A quarantine takes one key: others of a hold that was named keep its token. */
function consequencesIn(
  { action, base }: DialogState,
  preview: Preview,
  chosen: Chosen,
): readonly Consequence[] {
  if (action === 'release') return consequencesFor(preview, chosen);
  const hold = base?.preview.hold;
  return action === 'quarantine' && hold
    ? consequencesFor({ ...preview, hold }, new Set())
    : preview.consequences;
}

/** Without that a renewal may come, where a consent to that is asked for: there it is read, once. */
function notAsked(
  consequences: readonly Consequence[],
  { although }: Preview['requires'],
): readonly Consequence[] {
  return although === 'renews'
    ? consequences.filter(({ code }) => code !== 'renewal-may-come')
    : consequences;
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
