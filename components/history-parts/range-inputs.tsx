'use client';

import { type FormEvent, useState } from 'react';
import { momentAt, secondsOf } from '@/components/i18n/second-clock';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { TextInput } from '@/components/ui/text-input';
import type { TimeRange } from '@/lib/api/history-queries';
import { rangeProblem } from '../charts/range';

type Props = { range: TimeRange; nowMs: number; onRange(range: TimeRange): void };

/** Both ends of the range as date-time fields, to the second, on the viewer's clocks. */
export function RangeInputs({ range, nowMs, onRange }: Props) {
  const t = useT('history');
  const format = useFormat();
  const { timeZone } = useZone();
  const [from, setFrom] = useState(() => secondsOf(range.fromMs, timeZone));
  const [to, setTo] = useState(() => secondsOf(range.toMs, timeZone));
  const [fromMs, toMs] = [momentAt(from, timeZone), momentAt(to, timeZone)];
  const problem = rangeProblem(fromMs, toMs, nowMs);
  const zone = format.offset(range.toMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null && fromMs !== null && toMs !== null) onRange({ fromMs, toMs });
  };
  return (
    <form onSubmit={submit} className="flex w-full flex-wrap items-end justify-end gap-2">
      <TextInput
        type="datetime-local"
        step={1}
        label={t('range.from', { zone })}
        value={from}
        required
        className="num w-56 max-sm:w-full"
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextInput
        type="datetime-local"
        step={1}
        label={t('range.to', { zone })}
        value={to}
        required
        className="num w-56 max-sm:w-full"
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" variant="primary" off={problem !== null}>
        {t('range.apply')}
      </Button>
      {problem ? (
        <p role="status" className="w-full text-end text-contended text-sm">
          {t(`range.problem.${problem}`)}
        </p>
      ) : null}
    </form>
  );
}
