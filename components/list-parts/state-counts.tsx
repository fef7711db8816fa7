import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { STATE_STYLE } from '@/components/lock-parts/state-style';
import { Badge } from '@/components/ui/badge';
import { LOCK_STATES } from '@/lib/contract/codes';
import type { Family } from '@/lib/contract/groups';
import { STATE_RANK } from '@/lib/domain/lists/lock-sort';

const WORST_FIRST = [...LOCK_STATES].sort((a, b) => STATE_RANK[b] - STATE_RANK[a]);

/** How many locks of a family are in each state, the worst first. */
export function StateCounts({ states }: Pick<Family, 'states'>) {
  const t = useT('locks');
  const format = useFormat();
  const counts = WORST_FIRST.flatMap((state) => {
    const count = states[state] ?? 0;
    return count === 0 ? [] : [{ state, text: t(`family.state.${state}`, { n: format.count(count) }) }];
  });
  return (
    <ul
      title={counts.map(({ text }) => text).join(', ')}
      className="num flex min-w-0 items-center gap-1.5 overflow-hidden"
    >
      {counts.map(({ state, text }, i) => {
        const { tone, icon: Icon } = STATE_STYLE[state];
        return (
          <li key={state} className="flex">
            <Badge tone={tone} icon={i === 0 ? <Icon size={14} aria-hidden /> : null}>
              {text}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
