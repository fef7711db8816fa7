'use client';

import { useState } from 'react';
import { momentAt, secondsOf } from '@/components/i18n/second-clock';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { rangeProblem } from '../charts/range';
import { SPAN_MS, type View } from '../timeline/view';

type Props = { view: View; nowMs: number; onView(view: View): void };

/** From when to when, in fields: what the mouse can do can be typed. */
export function TimelineRangeInputs({ view, nowMs, onView }: Props) {
  const t = useT('timeline');
  const format = useFormat();
  const { timeZone } = useZone();
  const shown = { from: secondsOf(view.fromMs, timeZone), to: secondsOf(view.toMs, timeZone) };
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const values = { ...shown, ...typed };
  const [fromMs, toMs] = [momentAt(values.from, timeZone), momentAt(values.to, timeZone)];
  const problem = Object.keys(typed).length === 0 ? null : rangeProblem(fromMs, toMs, nowMs, SPAN_MS);
  const apply = () => {
    if (problem !== null || fromMs === null || toMs === null || Object.keys(typed).length === 0) return;
    setTyped({});
    onView({ fromMs, toMs });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-x-2 gap-y-1"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex items-center gap-1.5 text-3 text-sm">
          {t(`range.${end}`)}
          <input
            type="datetime-local"
            step={1}
            value={values[end]}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => setTyped({ ...typed, [end]: event.target.value })}
            onBlur={apply}
            className="num h-7 rounded-md border border-line-strong bg-surface px-2 text-1 text-sm"
          />
        </label>
      ))}
      <span className="text-3 text-sm">{format.offset(view.toMs)}</span>
      {problem ? (
        <span role="alert" className="text-lost text-sm">
          {t(`range.problem.${problem === 'short' ? 'order' : problem}`)}
        </span>
      ) : null}
    </form>
  );
}
