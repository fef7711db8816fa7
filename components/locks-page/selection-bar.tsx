'use client';

import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { ActionButtons } from '@/components/actions/action-buttons';
import type { Done } from '@/components/actions/done';
import { useActionDialog } from '@/components/actions/use-action-dialog';
import { useAnnounce } from '@/components/app/announcer';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { download } from '@/components/ui/download';
import { Menu, MenuItem } from '@/components/ui/menu';
import type { Lock } from '@/lib/contract/lock';
import { toCsv, toJson, toKeys } from './export-locks';
import { type Matching, ReleaseChosen } from './release-chosen';

type Props = {
  locks: readonly Lock[];
  /** How many of them are not in the list. */
  outside: number;
  /** What else the filter finds, where all that is loaded of it is chosen; null = nothing. */
  matching: Matching | null;
  onClear(): void;
  onDone(done: Done): void;
  onDialog(open: boolean): void;
};

/** What is chosen and what can be done with it: one lock as on its page, several in one run. */
export function SelectionBar({ locks, outside, matching, onClear, onDone, onDialog }: Props) {
  const t = useT('locks');
  const format = useFormat();
  const act = useActionDialog({ onDone, onDialog });
  const [only] = locks;
  const here = locks.length - outside;
  return (
    <section
      aria-label={t('selection.label')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-surface px-4 py-2"
    >
      <p className="tabular-nums font-semibold">{t('selection.count', { n: format.count(locks.length) })}</p>
      <p className="tabular-nums text-3 text-sm">
        {outside === 0
          ? t('selection.frozen')
          : t('selection.outside', { here: format.count(here), outside: format.count(outside) })}
      </p>
      <Button variant="link" size="sm" onClick={onClear}>
        {t('selection.clear')}
      </Button>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        <CopyKeys locks={locks} />
        <Menu
          side="top"
          align="end"
          trigger={<Button icon={<Download size={16} aria-hidden />}>{t('selection.export')}</Button>}
        >
          <MenuItem onClick={() => download('locks.json', 'application/json', toJson(locks))}>
            {t('selection.json')}
          </MenuItem>
          <MenuItem onClick={() => download('locks.csv', 'text/csv', toCsv(locks))}>
            {t('selection.csv')}
          </MenuItem>
        </Menu>
        {locks.length === 1 && only ? <ActionButtons lock={only} onAct={act.open} /> : null}
        {locks.length > 1 ? <ReleaseChosen locks={locks} matching={matching} onDialog={onDialog} /> : null}
      </div>
      {act.dialog}
    </section>
  );
}

function CopyKeys({ locks }: { locks: readonly Lock[] }) {
  const t = useT('locks');
  const announce = useAnnounce();
  const [said, setSaid] = useState<{ locks: readonly Lock[]; text: string } | null>(null);
  const copy = async () => {
    const text = (await copyText(toKeys(locks))) ? t('selection.copied') : t('selection.copyFailed');
    setSaid({ locks, text });
    announce(text);
  };
  return (
    <Button icon={<Copy size={16} aria-hidden />} onClick={copy}>
      {said?.locks === locks ? said.text : t('selection.copy')}
    </Button>
  );
}
