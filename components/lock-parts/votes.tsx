import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Vote } from '@/lib/contract/lock';
import { countVotes } from '@/lib/domain/locks/count-votes';

const BLOCKS = {
  yes: 'bg-held-mark',
  no: 'border border-control',
  unread: 'border border-control border-dashed',
  other: 'bg-lost-mark',
} satisfies Record<Vote['vote'], string>;

/** What each node of a Redlock group says: one block a node, then how many have the lock. The title names the nodes. */
export function Votes({ votes, className }: { votes: readonly Vote[]; className?: string }) {
  const t = useT('parts');
  const format = useFormat();
  const count = countVotes(votes);
  const title = votes.map(({ node, vote }) => t('votes.one', { node, vote: t(`votes.vote.${vote}`) }));
  return (
    <span title={title.join('\n')} className={cx('inline-flex shrink-0 items-center gap-1.5', className)}>
      <span aria-hidden className="flex gap-px">
        {votes.map(({ node, vote }) => (
          <VoteBlock key={node} vote={vote} />
        ))}
      </span>
      <span aria-hidden className="num">
        {t('votes.short', { yes: format.count(count.yes), of: format.count(count.of) })}
      </span>
      <span className="sr-only">{t('votes.label', count)}</span>
    </span>
  );
}

/** The vote of one node as a block of 8 × 12. */
export function VoteBlock({ vote }: Pick<Vote, 'vote'>) {
  return <span aria-hidden data-vote={vote} className={cx('h-3 w-2 shrink-0 rounded-[1px]', BLOCKS[vote])} />;
}
