import { FastForward } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { TextInput } from '@/components/ui/text-input';
import type { WhatIfChange } from '@/lib/contract/history/what-if';
import { parseLease } from '@/lib/domain/values/lease-text';

const FACTORS = ['0.25', '0.5', '0.75', '1', '1.5', '2', '4'];
const SHARDS = ['1', '2', '4', '8', '16'];
const QUEUES = ['recorded', 'fair'] as const;

/** What is to be changed; nothing is asked of the server before the button is pressed. */
export function WhatIfForm({ busy, onReplay }: { busy: boolean; onReplay(change: WhatIfChange): void }) {
  const t = useT('whatIf');
  const [factor, setFactor] = useState('0.5');
  const [shards, setShards] = useState('1');
  const [queue, setQueue] = useState<WhatIfChange['queue']>('recorded');
  const [lease, setLease] = useState('');
  const leaseMs = lease.trim() === '' ? null : parseLease(lease);
  const isWrong = leaseMs === null && lease.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) onReplay({ leaseMs, holdFactor: Number(factor), shards: Number(shards), queue });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Field name={t('field.hold')}>
        <Select
          label={t('field.hold')}
          value={factor}
          onChange={setFactor}
          options={FACTORS.map((value) => ({
            value,
            label: value === '1' ? t('asRecorded') : t('times', { times: value }),
          }))}
        />
      </Field>
      <TextInput
        label={t('field.lease')}
        value={lease}
        onChange={({ target }) => setLease(target.value)}
        placeholder={t('asRecorded')}
        error={isWrong ? t('leaseError') : undefined}
        className="w-36"
      />
      <Field name={t('field.shards')}>
        <Select
          label={t('field.shards')}
          value={shards}
          onChange={setShards}
          options={SHARDS.map((value) => ({ value, label: t('locks', { count: Number(value) }) }))}
        />
      </Field>
      <Field name={t('field.queue')}>
        <Segmented<WhatIfChange['queue']>
          label={t('field.queue')}
          value={queue}
          onChange={setQueue}
          options={QUEUES.map((value) => ({ value, label: t(`queue.${value}`) }))}
        />
      </Field>
      <Button type="submit" off={busy || isWrong} icon={<FastForward size={14} aria-hidden />}>
        {t('replay')}
      </Button>
    </form>
  );
}

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="font-medium text-3 text-xs">
        {name}
      </span>
      {children}
    </div>
  );
}
