'use client';

import { useT } from '@/components/i18n/use-t';
import { Item } from '@/components/locks-page/narrow-list';
import type { Standing } from '@/components/ui/use-standing';
import type { Family } from '@/lib/contract/groups';
import { countOf } from '@/lib/domain/values/counted';
import { StateCounts } from '../../list-parts/state-counts';
import type { FamiliesProps } from './families-props';
import { FamilyName } from './family-name';
import { MembersNote } from './members-note';
import { useMembers } from './use-members';

/** The families as rows of a few lines, for narrow screens. */
export function FamiliesList({ rows, open, onToggle, ...ask }: FamiliesProps) {
  const t = useT('locks');
  return (
    <ul aria-label={t('family.caption')} className="bg-surface">
      {rows.map((row) => {
        const { name } = row.item;
        const isOpen = open.has(name);
        return (
          <li key={name} className="border-line border-b">
            <FamilyFacts row={row} isOpen={isOpen} onToggle={() => onToggle(name)} />
            {isOpen ? <MemberItems family={name} {...ask} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

type FactsProps = { row: Standing<Family>; isOpen: boolean; onToggle(): void };

function FamilyFacts({ row: { item: family, left }, isOpen, onToggle }: FactsProps) {
  const t = useT('locks');
  const { libraries } = family;
  const waiting = countOf(family.waiting);
  return (
    <div className="num flex flex-col gap-0.5 px-4 py-2">
      {left ? (
        <span className="text-3 text-sm">{t('row.left')}</span>
      ) : (
        <StateCounts states={family.states} />
      )}
      <FamilyName family={family} isOpen={isOpen} onToggle={onToggle} />
      <p className="truncate text-2 text-sm">
        {!waiting.known ? (
          <span className="text-3">{t('row.waitersUnknown')}</span>
        ) : (
          t.rich('row.waiters', {
            count: waiting.count,
            b: (chunks) => <b className="font-semibold text-1">{chunks}</b>,
          })
        )}
        {' · '}
        {libraries.join(', ')}
      </p>
    </div>
  );
}

type MembersProps = Pick<FamiliesProps, 'q' | 'target' | 'frozen'> & { family: string };

function MemberItems({ family, ...ask }: MembersProps) {
  const members = useMembers(family, ask);
  return (
    <div className="ms-4 border-line border-s border-t">
      <ul>
        {members.rows?.map(({ item: lock, left }) => (
          <li key={lock.id} className="h-[86px] border-line border-b">
            <Item row={{ lock, left }} />
          </li>
        ))}
      </ul>
      <div className="px-4 py-1.5">
        <MembersNote members={members} />
      </div>
    </div>
  );
}
