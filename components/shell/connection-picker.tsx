import { ChevronDown, Database } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Menu, MenuRadio } from '@/components/ui/menu';
import { targetsOf } from './node-summary';
import type { ShellData } from './use-shell-data';
import { useTarget } from './use-target';

const ALL = '*';

/** Which connections the pages are about. */
export function ConnectionPicker({ data }: { data: ShellData }) {
  const t = useT('shell');
  const [target, setTarget] = useTarget();
  const nodes = data.nodes ?? [];
  const targets = targetsOf(nodes);
  const name = target ?? (targets.length === 1 ? targets[0] : t('connections.all'));
  const options = [
    { value: ALL, label: t('connections.all'), hint: undefined as string | undefined },
    ...targets.map((value) => ({
      value,
      label: value,
      hint: nodes.find((node) => node.target === value)?.environment,
    })),
  ];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('connections.label')}: ${name}`}
          className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 hover:bg-hover aria-expanded:bg-hover"
        >
          <Database size={14} aria-hidden className="shrink-0 text-3 max-sm:hidden" />
          <span className="truncate font-semibold">{name}</span>
          <span className="shrink-0 whitespace-nowrap text-3 max-lg:hidden">
            {data.nodes ? t('connections.count', { count: targets.length }) : t('connections.unknown')}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-3" />
        </button>
      }
    >
      <MenuRadio
        label={t('connections.choose')}
        value={target ?? ALL}
        onChange={(next) => setTarget(next === ALL ? null : next)}
        options={options}
      />
    </Menu>
  );
}
