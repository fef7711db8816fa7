import { useFailureText } from '@/components/actions/failure-note';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { FailureBox } from '@/components/ui/failure-box';
import type { ApiFailure } from '@/lib/api/http';

/** Why there is no X-ray, and the line that grants what the console's user lacks. */
export function XrayFailure({ failure }: { failure: ApiFailure }) {
  const t = useT('xray');
  const textOf = useFailureText();
  const cure =
    failure.code === 'denied' && typeof failure.details.cure === 'string' ? failure.details.cure : null;
  return (
    <FailureBox
      lead={t('failure.nothing')}
      more={cure === null ? null : <Cure text={cure} />}
      className="mb-3"
    >
      {text()}
    </FailureBox>
  );

  function text(): string {
    if (cure !== null) return t('failure.denied');
    if (failure.code === 'xray-off') return t('failure.off');
    return failure.code === 'xray-busy' ? t('failure.busy') : textOf(failure);
  }
}

function Cure({ text }: { text: string }) {
  const t = useT('xray');
  return (
    <p className="flex min-w-0 items-center gap-1 pt-1">
      <bdi dir="ltr" className="mono wrap-anywhere min-w-0">
        {text}
      </bdi>
      <CopyButton text={text} label={t('failure.copy')} />
    </p>
  );
}
