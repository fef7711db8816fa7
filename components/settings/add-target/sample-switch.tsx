import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { FailureBox } from '@/components/ui/failure-box';
import { ApiFailure } from '@/lib/api/http';
import { requestSampleData, settingsQueries } from '@/lib/api/settings-queries';
import type { SampleData } from '@/lib/contract/settings';

type Props = {
  sample: SampleData;
  /** Called with the new state once it was switched. */
  onSwitched(on: boolean): void;
};

/** Switches made-up locks on and off. A missing program is named. */
export function SampleSwitch({ sample, onSwitched }: Props) {
  const t = useT('addTarget');
  const id = useId();
  const cache = useQueryClient();
  const textOf = useFailureText();
  const [state, setState] = useState<'idle' | 'sending' | ApiFailure>('idle');
  const isSending = state === 'sending';
  const isOn = sample.state === 'on' || sample.state === 'stopping';
  const underWay = isSending ? (isOn ? 'stopping' : 'starting') : sample.state;

  async function toggle() {
    setState('sending');
    try {
      const done = await requestSampleData({ on: !isOn });
      await cache.invalidateQueries({ queryKey: settingsQueries.all });
      setState('idle');
      if ((done.sample.state === 'on') !== isOn) onSwitched(!isOn);
    } catch (error) {
      setState(ApiFailure.of(error));
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          aria-labelledby={id}
          aria-describedby={`${id}-about`}
          aria-disabled={isSending || undefined}
          onClick={isSending ? undefined : toggle}
          className="group flex h-6 w-9 shrink-0 items-center rounded-full"
        >
          <span
            className={cx(
              'flex h-5 w-9 items-center rounded-full border px-0.5',
              isOn ? 'justify-end border-info-mark bg-info-mark' : 'border-control bg-surface',
            )}
          >
            <span className={cx('size-3.5 rounded-full', isOn ? 'bg-on-info' : 'bg-control')} />
          </span>
        </button>
        <div className="min-w-0">
          <p id={id} className="font-medium">
            {t(isOn ? 'sample.on' : 'sample.title')}
          </p>
          <p id={`${id}-about`} className="text-3 text-sm">
            {underWay === 'starting' || underWay === 'stopping'
              ? t(`sample.${underWay}`)
              : t(isOn ? 'sample.onText' : 'sample.about')}
          </p>
        </div>
      </div>
      {sample.state === 'failed' && sample.problem && !isSending ? (
        <FailureBox lead={t('sample.failed')}>{t(`sample.problem.${sample.problem}`)}</FailureBox>
      ) : null}
      {state instanceof ApiFailure ? (
        <FailureBox lead={t('sample.notSwitched')}>{textOf(state)}</FailureBox>
      ) : null}
    </div>
  );
}
