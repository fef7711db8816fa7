import { CircleSlash, TriangleAlert } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { WhatIf, WhatIfFigures } from '@/lib/contract/history/what-if';
import type { Formatter } from '@/lib/i18n/format';
import { amount } from './amount';

const ROWS: Record<
  'debt' | 'wait' | 'waited' | 'gaveUp' | 'expired' | 'busy',
  (figures: WhatIfFigures, format: Formatter) => string
> = {
  debt: ({ waiterSeconds }, format) => amount(waiterSeconds, format),
  wait: ({ waitP95Ms }, format) => format.latency(waitP95Ms),
  waited: ({ waited }, format) => format.count(waited),
  gaveUp: ({ gaveUp }, format) => format.count(gaveUp),
  expired: ({ expiredWhileHeld }, format) => format.count(expiredWhileHeld),
  busy: ({ busyShare }, format) => format.share(busyShare),
};

/** Both replays side by side with n, method and error, or why there are none. */
export function WhatIfResult({ answer }: { answer: WhatIf }) {
  const t = useT('whatIf');
  const format = useFormat();
  const { before, after, silent, n, runs, error } = answer;
  const missed = amount(Math.abs(answer.missedBy ?? 0) * 100, format);
  if (silent !== null || before === null || after === null) {
    return (
      <p role="status" className="flex gap-2 text-2">
        <CircleSlash size={16} aria-hidden className="mt-0.5 shrink-0 text-3" />
        {t(`silent.${silent ?? 'nothing-recorded'}`, {
          covered: format.share(answer.covered),
          acquisitions: format.count(answer.acquisitions),
          n: format.count(n),
          missed,
        })}
      </p>
    );
  }
  const unsafe = after.expiredWhileHeld - before.expiredWhileHeld;
  return (
    <div className="flex flex-col gap-2">
      <table aria-label={t('table')} className="w-full max-w-xl tabular-nums">
        <thead>
          <tr className="border-line border-b text-3 text-xs">
            <th className="py-1 text-start font-medium">{t('figure')}</th>
            <th className="py-1 text-end font-medium">{t('before')}</th>
            <th className="py-1 text-end font-medium">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(ROWS) as (keyof typeof ROWS)[]).map((row) => (
            <tr key={row} className="border-line border-b">
              <th className="py-1 text-start font-normal text-2">{t(`rows.${row}`)}</th>
              <td className="py-1 text-end">{ROWS[row](before, format)}</td>
              <td className="py-1 text-end font-semibold">{ROWS[row](after, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unsafe > 0 ? (
        <p className="flex gap-2">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-risk" />
          {t('unsafe', { count: unsafe, n: format.count(unsafe) })}
        </p>
      ) : null}
      <p className="text-3 text-sm">
        {t('basis', { n: format.count(n), runs, missed, error: format.share(error ?? 1) })}
      </p>
    </div>
  );
}
