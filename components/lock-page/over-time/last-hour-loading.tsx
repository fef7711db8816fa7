import { useT } from '@/components/i18n/use-t';
import { LoadingState } from '@/components/ui/skeleton';

/** Takes no room: how much the charts need is not known. */
export function LastHourLoading() {
  const t = useT('history');
  return <LoadingState label={t('loading')}>{null}</LoadingState>;
}
