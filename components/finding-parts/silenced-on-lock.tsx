import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { silenceQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import { silencer } from '@/lib/domain/lists/silence';

/** The findings of a lock that somebody silenced, until when, why and who; nothing where there is none. */
export function SilencedOnLock({ lock }: { lock: Lock }) {
  const t = useT('silences');
  const words = useT('findings');
  const format = useFormat();
  const nowMs = useNow();
  const [chosen] = useTarget();
  const { data } = useQuery(silenceQueries.running(lock.target));
  if (!data || data.silences.length === 0) return null;
  const silenceOf = silencer(data.silences, nowMs);
  const silenced = lock.findings.flatMap(({ code }) => {
    const { id, target, key } = lock;
    const silence = silenceOf({ code, target, id, key: key.text, node: null });
    return silence ? [silence] : [];
  });
  if (silenced.length === 0) return null;
  return (
    <ul className="panel flex flex-col gap-1.5 px-4 py-2.5">
      {silenced.map(({ code, untilMs, by, reason }) => (
        <li key={code} className="flex items-start gap-2.5">
          <BellOff size={16} aria-hidden className="mt-0.5 shrink-0 text-3" />
          <p className="wrap-anywhere min-w-0 text-2">
            <span className="font-semibold text-1">
              {words.has(`code.${code}`) ? words(`code.${code}.title`) : code}
            </span>{' '}
            ·{' '}
            <Link href={withTarget('/findings', chosen)} className="hover:underline">
              {t('lockTitle', { moment: format.moment(untilMs) })}
            </Link>{' '}
            · {t('lockWho', { who: by, reason })}
          </p>
        </li>
      ))}
    </ul>
  );
}
