'use client';

import type { ReactNode } from 'react';
import type { Done } from '@/components/actions/done';
import { useDoneTitle } from '@/components/actions/done-title';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { holderNameOf } from '@/components/lock-parts/holder-name';
import { shortToken } from '@/lib/domain/holders/short-token';
import type { FollowUp } from './follow-up';
import { type FollowStep, followStepsOf } from './follow-up-steps';
import { comebackLine, resetLine, type Say, titleOf, type WordContext, waitingLine } from './follow-up-words';
import type { FollowedKey } from './join-follow-ups';

export type FollowUpTexts = {
  title: ReactNode;
  /** The same without marks. */
  plainTitle: string;
  steps: FollowStep<ReactNode>[];
  /** About the old holder, or a lease that did not stand; null = nothing to say. */
  line: ReactNode;
  /** How many still wait; null = not known. */
  waiting: ReactNode;
  nameOf: WordContext['nameOf'];
  /** All of it as plain text, with the address of its audit. */
  chat: string;
};

/** The outcome of an action in words, for the screen and for a chat. */
export function useFollowUpTexts(
  done: Done,
  follow: FollowUp,
  keys: readonly FollowedKey[] = [],
): FollowUpTexts {
  const t = useT('actions');
  const parts = useT('parts');
  const format = useFormat();
  const doneTitle = useDoneTitle()(done);
  const context: WordContext = {
    ...{ done, follow, keys, t, format, doneTitle },
    nameOf: (holder) => {
      // By its process: others of its application have the same label.
      const named = [holderNameOf({ ...holder, label: null }), holderNameOf(holder)].find(
        ({ code }) => code === 'named',
      );
      if (named?.code === 'named') return named.name;
      return holder.tokenUnique ? shortToken(holder.token.text) : parts('holder.unknown');
    },
  };
  const rich: Say<ReactNode> = (name, values) => t.rich(name, { ...values, ...MARKS });
  const plain: Say<string> = (name, values) => flat(t.rich(name, { ...values, k: flat, b: flat }));
  return {
    title: titleOf(rich, context),
    plainTitle: titleOf(plain, context),
    steps: followStepsOf(rich, context),
    line: comebackLine(rich, context) ?? resetLine(rich, context),
    waiting: waitingLine(rich, context),
    nameOf: context.nameOf,
    chat: chatOf(plain, context),
  };
}

const MARKS = {
  k: (chunks: ReactNode) => (
    <bdi dir="ltr" className="wrap-anywhere">
      {chunks}
    </bdi>
  ),
  b: (chunks: ReactNode) => <b className="font-semibold">{chunks}</b>,
};

function flat(node: ReactNode): string {
  return Array.isArray(node) ? node.map(flat).join('') : String(node ?? '');
}

/** One fact a line, for whoever was not there. */
function chatOf(say: Say<string>, context: WordContext): string {
  const { done, format, t } = context;
  const { lock, result, reason, ticket } = done;
  const events = followStepsOf(say, context).filter(({ id }) => id !== 'read' && id !== 'watch');
  const steps = events.map(({ time, what, more }) => {
    if (more === '') return time === '' ? what : t('followUp.chat.step', { time, what });
    return t('followUp.chat.stepMore', { time: time === '' ? '…' : time, what, more });
  });
  const url = `${globalThis.location?.origin ?? ''}/audit#audit-${result.auditId}`;
  return [
    titleOf(say, context),
    t('followUp.chat.key', { key: lock.key.text, target: lock.target, db: lock.db }),
    t('followUp.chat.at', { moment: format.moment(result.atMs) }),
    ...steps,
    ...keysOf(done, t).map(([name, keys]) => t(`followUp.chat.${name}`, { keys: keys.join(', ') })),
    comebackLine(say, context) ?? resetLine(say, context),
    waitingLine(say, context),
    reason === '' ? null : t('followUp.line.reason', { reason }),
    ticket === '' ? null : `${t('followUp.line.ticket')} ${ticket}`,
    t('followUp.chat.audit', { id: String(result.auditId), url }),
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** Of a hold over several keys which were released and which were not, those that are not shown by their number. */
function keysOf({ result: { hold } }: Done, t: WordContext['t']): ['released' | 'left', string[]][] {
  if (!hold) return [];
  const released = hold.keys.filter(({ outcome }) => outcome === 'released').map(({ key }) => key);
  const named = [...hold.keys.filter(({ outcome }) => outcome !== 'released'), ...hold.kept];
  const more = hold.unseen?.surely ?? 0;
  const left = [
    ...named.map(({ key }) => key),
    ...(more > 0 ? [t('followUp.chat.leftMore', { count: more })] : []),
  ];
  return (
    [
      ['released', released],
      ['left', left],
    ] as ['released' | 'left', string[]][]
  ).filter(([, keys]) => keys.length > 0);
}
