import { CircleAlert } from 'lucide-react';
import { useFailureText } from '@/components/actions/failure-note';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import type { ApiFailure } from '@/lib/api/http';

/** Why there is no X-ray, and the line that grants what the console's user lacks. */
export function XrayFailure({ failure }: { failure: ApiFailure }) {
  const t = useT('xray');
  const textOf = useFailureText();
  const cure =
    failure.code === 'denied' && typeof failure.details.cure === 'string' ? failure.details.cure : null;
  return (
    <div role="alert" className="mb-3 flex gap-2 rounded-md border border-lost-line bg-lost-tint px-3 py-2">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-lost" />
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{t('failure.nothing')}</span> {text()}
        </p>
        {cure === null ? null : (
          <p className="flex min-w-0 items-center gap-1 pt-1">
            <bdi dir="ltr" className="mono wrap-anywhere min-w-0">
              {cure}
            </bdi>
            <CopyButton text={cure} label={t('failure.copy')} />
          </p>
        )}
      </div>
    </div>
  );

  function text(): string {
    if (cure !== null) return t('failure.denied');
    if (failure.code === 'xray-off') return t('failure.off');
    return failure.code === 'xray-busy' ? t('failure.busy') : textOf(failure);
  }
}
