import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import { useFailureText } from '@/components/actions/failure-note';
import { useAnnounce } from '@/components/app/announcer';
import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { TableColumn } from '@/components/ui/data-table/column';
import { Link } from '@/components/ui/link';
import { ApiFailure } from '@/lib/api/http';
import { requestSilenceEnd } from '@/lib/api/requests';
import type { RunningSilence, Silence } from '@/lib/contract/silences';
import { displayOf } from '@/lib/domain/keys/bytes';
import { keyOfSlug, lockPath, parseLockId } from '@/lib/domain/keys/lock-id';
import { refreshSilences } from './refresh-silences';

/** What a silence is about, until when, why, whose, and the button that ends it. */
export function useSilencedColumns(): TableColumn<RunningSilence>[] {
  const t = useT('silences');
  const findings = useT('findings');
  const format = useFormat();
  const nowMs = useNow();
  const titleOf = ({ code }: Silence) =>
    findings.has(`code.${code}`) ? findings(`code.${code}.title`) : code;
  return [
    {
      id: 'what',
      head: t('what'),
      width: '34%',
      cellClass: 'min-w-0',
      cell: (silence) => (
        <>
          <span className="block font-semibold">{titleOf(silence)}</span>
          <Scope silence={silence} />
          <span className="text-3 text-xs">
            {silence.target} · {t('now', { count: silence.findings })}
          </span>
        </>
      ),
    },
    {
      id: 'why',
      head: t('why'),
      cellClass: 'wrap-anywhere whitespace-pre-line text-2',
      cell: ({ reason }) => reason,
    },
    { id: 'who', head: t('who'), width: '9rem', cellClass: 'wrap-anywhere text-2', cell: ({ by }) => by },
    {
      id: 'ends',
      head: t('ends'),
      width: '11rem',
      className: 'sm:text-end',
      cellClass: 'text-2',
      title: ({ untilMs }) => format.moment(untilMs),
      cell: ({ untilMs }) => (
        <>
          <span className="text-3 sm:hidden">{t('ends')} </span>
          {format.moment(untilMs).slice(0, 16)}
          <span className="block text-3 max-sm:ms-1 max-sm:inline">
            {t('left', { left: format.age(untilMs - nowMs) })}
          </span>
        </>
      ),
    },
    {
      id: 'act',
      head: <span className="sr-only">{t('act')}</span>,
      width: '7rem',
      cellClass: 'sm:text-end sm:[&>button]:-mt-1',
      cell: (silence) => <EndNow silence={silence} name={titleOf(silence)} />,
    },
  ];
}

function Scope({ silence: { scope, target } }: { silence: Silence }) {
  const t = useT('silences');
  const [chosen] = useTarget();
  const mono = (text: string) => (
    <bdi dir="ltr" title={text} className="mono wrap-anywhere">
      {text}
    </bdi>
  );
  switch (scope.kind) {
    case 'lock':
      return (
        <Link href={withTarget(lockPath(scope.id), chosen)} className="block hover:underline">
          {mono(keyTextOf(scope.id))}
        </Link>
      );
    case 'node':
      return <span className="block">{mono(scope.node)}</span>;
    case 'family':
      return <span className="block text-2">{t('ofFamily', { name: scope.family })}</span>;
    case 'glob':
      return <span className="block text-2">{t('ofGlob', { name: scope.glob })}</span>;
    case 'all':
      return <span className="block text-2">{t('ofAll', { target })}</span>;
  }
}

/** The key that an id names; long keys are named by a digest. */
function keyTextOf(id: string): string {
  const key = keyOfSlug(parseLockId(id)?.slug ?? '');
  return key === null ? id : displayOf(key).text;
}

function EndNow({ silence, name }: { silence: Silence; name: string }) {
  const t = useT('silences');
  const announce = useAnnounce();
  const cache = useQueryClient();
  const textOf = useFailureText();
  const off = useOffReason({ target: silence.target }, 'silence');
  const [state, setState] = useState<'idle' | 'ending' | ApiFailure>('idle');

  async function end() {
    setState('ending');
    try {
      await requestSilenceEnd(silence.id);
    } catch (error) {
      // Somebody else was faster: it is over all the same.
      if (!(error instanceof ApiFailure) || error.code !== 'not-found') {
        setState(ApiFailure.of(error));
        return;
      }
    }
    announce(t('ended'));
    await refreshSilences(cache);
    setState('idle');
    document.getElementById('silenced')?.focus();
  }

  return (
    <>
      <OffTooltip off={off} right="silence">
        <Button size="sm" off={off !== null || state === 'ending'} onClick={end}>
          {t(state === 'ending' ? 'ending' : 'end')}
          <span className="sr-only">{t('endFor', { name })}</span>
        </Button>
      </OffTooltip>
      {state instanceof ApiFailure ? (
        <p role="alert" className="wrap-anywhere pt-1 text-lost text-sm">
          {t('endFailed', { why: textOf(state) })}
        </p>
      ) : null}
    </>
  );
}
