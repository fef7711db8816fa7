import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import type { LockOnReplica } from '@/lib/contract/replica';

/** Which replicas have the lock's key, asked when the lock was read; nothing where there are none. */
export function OnReplicas({ replicas }: { replicas: readonly LockOnReplica[] }) {
  const t = useT('replicas');
  if (replicas.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 border-line border-t px-3 py-2.5">
      <span className="text-2">{t('onLock.title')}</span>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1">
        {replicas.map((replica) => (
          <One key={replica.address} replica={replica} />
        ))}
      </ul>
    </div>
  );
}

function One({ replica: { address, present, why } }: { replica: LockOnReplica }) {
  const t = useT('replicas');
  const Icon = present === null ? CircleDashed : present ? CircleCheck : CircleX;
  const tone = present === null ? 'text-3' : present ? 'text-2' : 'text-risk';
  return (
    <li className="flex min-w-0 items-start gap-1.5">
      <Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="wrap-anywhere">{text()}</span>
    </li>
  );

  function text(): string {
    if (present !== null) return t(present ? 'onLock.has' : 'onLock.lacks', { address });
    return why === null ? t('onLock.unknown', { address }) : t('onLock.why', { address, why });
  }
}
