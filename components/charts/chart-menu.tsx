'use client';

import { Ellipsis, FileImage, FileJson, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { download, downloadFrom } from '@/components/ui/download';
import { Menu, MenuItem } from '@/components/ui/menu';
import { chartCsv, fileName } from './chart-files';
import type { ChartModel } from './chart-model';
import { chartPng } from './chart-png';

type Props = {
  id: string;
  title: string;
  model: ChartModel;
  /** Address of the API's answer. */
  json: string;
  /** Null = no picture is shown. */
  svg: (() => SVGSVGElement | null) | null;
};

/** A chart's figures and its picture as files. */
export function ChartMenu({ id, title, model, json, svg }: Props) {
  const t = useT('historyCharts');
  const format = useFormat();
  const announce = useAnnounce();
  const [failed, setFailed] = useState<string | null>(null);
  const { fromMs, toMs } = model;
  const range = `${format.moment(fromMs)} – ${format.moment(toMs)}`;
  const savePng = async () => {
    const drawn = svg?.();
    if (!drawn) return;
    setFailed(null);
    try {
      const blob = await chartPng({ svg: drawn, title, range, series: model.series });
      download(fileName(id, fromMs, 'png'), 'image/png', blob);
    } catch (error) {
      const text = t('files.failed', { message: error instanceof Error ? error.message : String(error) });
      setFailed(text);
      announce(text);
    }
  };
  return (
    <>
      {failed ? (
        <span className="max-w-48 truncate text-lost text-xs" title={failed}>
          {failed}
        </span>
      ) : null}
      <Menu
        align="end"
        trigger={
          <Button
            size="sm"
            variant="ghost"
            square
            aria-label={t('files.label', { title })}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        }
      >
        <MenuItem
          icon={<FileSpreadsheet size={16} aria-hidden />}
          onClick={() => download(fileName(id, fromMs, 'csv'), 'text/csv', chartCsv(model))}
        >
          {t('files.csv')}
        </MenuItem>
        <MenuItem
          icon={<FileJson size={16} aria-hidden />}
          onClick={() => downloadFrom(json, fileName(id, fromMs, 'json'))}
        >
          {t('files.json')}
        </MenuItem>
        <MenuItem
          icon={<FileImage size={16} aria-hidden />}
          disabled={svg === null}
          onClick={() => void savePng()}
        >
          {t('files.png')}
        </MenuItem>
      </Menu>
    </>
  );
}
