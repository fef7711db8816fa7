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
import { Link } from '@/components/ui/link';
import { ApiFailure } from '@/lib/api/http';
import { requestSilenceEnd } from '@/lib/api/queries';
import type { RunningSilence, Silence } from '@/lib/contract/silences';
import { displayOf } from '@/lib/domain/keys/bytes';
import { keyOfSlug, lockPath, parseLockId } from '@/lib/domain/keys/lock-id';
import { refreshSilences } from './refresh-silences';

/** One silence: what it is about, until when, why, whose, and the button that ends it. */
export function SilencedRow({ silence }: { silence: RunningSilence }) {
  const t = useT('silences');
  const format = useFormat();
  const nowMs = useNow();
  const { untilMs, reason, by, findings } = silence;
  const title = useRuleTitle(silence);
  return (
    <tr className="border-line border-b align-top last:border-b-0 hover:bg-hover max-sm:flex max-sm:flex-col max-sm:gap-0.5 max-sm:px-3 max-sm:py-2 sm:[&>td]:px-3 sm:[&>td]:py-2">
      <td className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <Scope silence={silence} />
        <span className="text-3 text-xs">
          {silence.target} · {t('now', { count: findings })}
        </span>
      </td>
      <td className="wrap-anywhere whitespace-pre-line text-2">{reason}</td>
      <td className="wrap-anywhere text-2">{by}</td>
      <td className="text-2 sm:text-end" title={format.moment(untilMs)}>
        <span className="text-3 sm:hidden">{t('ends')} </span>
        {format.moment(untilMs).slice(0, 16)}
        <span className="block text-3 max-sm:ms-1 max-sm:inline">
          {t('left', { left: format.age(untilMs - nowMs) })}
        </span>
      </td>
      <td className="sm:text-end sm:[&>button]:-mt-1">
        <EndNow silence={silence} name={title} />
      </td>
    </tr>
  );
}

function useRuleTitle({ code }: Silence): string {
  const t = useT('findings');
  return t.has(`code.${code}`) ? t(`code.${code}.title`) : code;
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
  const off = useOffReason(silence);
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
      <OffTooltip off={off}>
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
