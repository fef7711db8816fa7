'use client';

import { ClipboardList, EyeOff, FileJson, FileText } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { downloadFrom } from '@/components/ui/download';
import { Menu, MenuItem } from '@/components/ui/menu';
import { rangeAsked, type TimeRange } from '@/lib/api/history-queries';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import { endpointPath } from '@/lib/contract/request';
import { fileName } from '../charts/chart-files';

const FILES = [
  { id: 'md', format: 'md', mask: 'none', icon: FileText },
  { id: 'mdMasked', format: 'md', mask: 'holders', icon: EyeOff },
  { id: 'json', format: 'json', mask: 'none', icon: FileJson },
  { id: 'jsonMasked', format: 'json', mask: 'holders', icon: EyeOff },
] as const;

type Props = {
  scope: HistoryScope;
  /** Asked for when a file is wanted: what moves on is of that moment. */
  range(): TimeRange;
  /** As a link in the header of a panel. */
  link?: boolean;
};

/** All that whoever takes over has to know of a lock, or of a stretch of time, as one file. */
export function HandoverMenu({ scope, range, link = false }: Props) {
  const t = useT('history');
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="sm"
          variant={link ? 'link' : 'default'}
          {...(!link && { icon: <ClipboardList size={14} aria-hidden /> })}
        >
          {t('handover.open')}
        </Button>
      }
    >
      {FILES.map(({ id, format, mask, icon: Icon }) => (
        <MenuItem
          key={id}
          icon={<Icon size={16} aria-hidden />}
          onClick={() => {
            const asked = range();
            const query = { ...rangeAsked(scope, asked), format, mask };
            const path = endpointPath('GET /api/history/handover', { query });
            downloadFrom(path, fileName('handover', asked.fromMs, format));
          }}
        >
          {t(`handover.${id}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
