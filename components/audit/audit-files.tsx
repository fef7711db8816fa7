import { Download, FileJson, FileSpreadsheet, FileText, ShieldCheck } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { downloadFrom } from '@/components/ui/download';
import { Menu, MenuItem } from '@/components/ui/menu';
import { auditAsked } from '@/lib/api/queries';
import type { AuditFormat } from '@/lib/contract/audit';
import { AUDIT_EXPORT_LIMIT } from '@/lib/contract/limits';
import { endpointPath } from '@/lib/contract/request';
import type { AuditTexts } from '@/lib/domain/actions/audit';

type Props = { texts: AuditTexts; target: string | null };

/** What the filter lets through as a file, made by the server: more than the page shows. */
export function AuditFiles({ texts, target }: Props) {
  const t = useT('audit');
  const format = useFormat();
  const save = (type: AuditFormat) =>
    downloadFrom(
      endpointPath('GET /api/audit/export', { query: { ...auditAsked(texts, target), format: type } }),
      `audit.${type === 'ocsf' ? 'ocsf.jsonl' : type}`,
    );
  return (
    <Menu align="end" trigger={<Button icon={<Download size={16} aria-hidden />}>{t('files.label')}</Button>}>
      <MenuItem icon={<FileSpreadsheet size={16} aria-hidden />} onClick={() => save('csv')}>
        {t('files.csv')}
      </MenuItem>
      <MenuItem icon={<FileJson size={16} aria-hidden />} onClick={() => save('json')}>
        {t('files.json')}
      </MenuItem>
      <MenuItem icon={<FileText size={16} aria-hidden />} onClick={() => save('jsonl')}>
        {t('files.jsonl')}
      </MenuItem>
      <MenuItem icon={<ShieldCheck size={16} aria-hidden />} onClick={() => save('ocsf')}>
        {t('files.ocsf')}
      </MenuItem>
      <p className="px-2 py-1 text-3 text-xs">
        {t('files.limit', { count: format.count(AUDIT_EXPORT_LIMIT) })}
      </p>
    </Menu>
  );
}
