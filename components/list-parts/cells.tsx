'use client';

import { useT } from '@/components/i18n/use-t';
import { type Counted, countOf } from '@/lib/domain/values/counted';

/** What stands where the state was of something that left the list. */
export function LeftNote() {
  const t = useT('locks');
  return <span className="text-3 text-sm">{t('row.left')}</span>;
}

/** How many wait, with the word for it; `ghosts` of them lost their turn, of which the title tells. */
export function WaitingCount({ count, ghosts }: { count: Counted; ghosts?: number | null }) {
  const t = useT('locks');
  const waiting = countOf(count);
  if (!waiting.known) return <span className="text-3">{t('row.waitersUnknown')}</span>;
  return (
    <span title={ghosts ? t('row.ghosts', { count: waiting.count, ghosts }) : undefined}>
      {t.rich('row.waiters', {
        count: waiting.count,
        b: (chunks) => <b className="font-semibold text-1">{chunks}</b>,
      })}
    </span>
  );
}

/** Names on one line, all of them in the title. */
export function WordList({ words }: { words: readonly string[] }) {
  const text = words.join(', ');
  return (
    <span title={text} className="block min-w-0 truncate text-2">
      {text}
    </span>
  );
}
