import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { useSingleKeys } from '../app/shortcuts';
import { DOCS_PAGE, PAGE_NAMES, PAGES } from './pages';

type Props = { open: boolean; onOpenChange(open: boolean): void };

/** Every key there is, and the switch that turns single ones off. */
export function KeyboardCard({ open, onOpenChange }: Props) {
  const t = useT('shell');
  const common = useT('common');
  const docs = useT('docs');
  const [enabled, setEnabled] = useSingleKeys();
  const rows: [keys: [key: string, then?: string], what: string][] = [
    [['?'], t('keyboard.help')],
    [['/'], t('keyboard.search')],
    [['Ctrl', 'K'], t('keyboard.palette')],
    ...PAGE_NAMES.map((page): [[string, string], string] => [['g', PAGES[page].key], t(`keyboard.${page}`)]),
    [['g', DOCS_PAGE.key], docs('title')],
    [['j', 'k'], t('keyboard.row')],
    [['Enter'], t('keyboard.open')],
    [['x'], t('keyboard.select')],
    [['[', ']'], t('keyboard.shift')],
    [['p'], t('keyboard.pause')],
    [['r'], t('keyboard.refresh')],
    [['t'], t('keyboard.theme')],
    [['Esc'], t('keyboard.close')],
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title={t('keyboard.title')}
      description={t('keyboard.description')}
      footerHint={
        <span className="flex items-center gap-1">
          <Checkbox checked={enabled} onChange={setEnabled} label={t('keyboard.enabled')} />
          <span aria-hidden>{t('keyboard.enabled')}</span>
        </span>
      }
      footer={<Button onClick={() => onOpenChange(false)}>{common('close')}</Button>}
    >
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {rows.map(([[key, then], what]) => (
          <div key={what} className="flex h-9 items-center border-line border-b">
            <dt className="w-24 shrink-0">
              <span className="flex gap-1">
                <Kbd>{key}</Kbd>
                {then === undefined ? null : <Kbd>{then}</Kbd>}
              </span>
            </dt>
            <dd className="text-2">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
