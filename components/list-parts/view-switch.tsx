'use client';

import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import { LIST_VIEWS } from './list-params';
import { useListView } from './use-list-view';

export function ViewSwitch() {
  const t = useT('locks');
  const { view, setView } = useListView();
  return (
    <Segmented
      label={t('view.label')}
      value={view}
      onChange={setView}
      options={LIST_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
    />
  );
}
