'use client';

import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Holder } from '@/lib/contract/holder';
import { hasItAgain } from './follow-up';
import type { FollowedKey } from './join-follow-ups';

type Props = { of: FollowedKey; nameOf(holder: Holder): string };

/** Who has a key since it was freed, as it was found last. */
export function KeySince({ of: { done, follow }, nameOf }: Props) {
  const t = useT('actions');
  const { now } = follow;
  const isBack = hasItAgain(now, done);
  return (
    <span data-testid="key-since" className={cx('font-normal', isBack ? 'text-lost' : 'text-2')}>
      {text()}
    </span>
  );

  function text(): string {
    if (isBack) return t('followUp.key.back');
    if (now === null) return t('followUp.key.unread');
    if (now.is !== 'held') return t(`followUp.key.${now.is === 'free' && now.isLost ? 'lost' : now.is}`);
    const [holder, ...others] = now.lock.holders;
    return holder && others.length === 0
      ? t('followUp.key.held', { holder: nameOf(holder) })
      : t('followUp.key.several');
  }
}
