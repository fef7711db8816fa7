import { useQuery } from '@tanstack/react-query';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { DataTable } from '@/components/ui/data-table/data-table';
import { silenceQueries } from '@/lib/api/queries';
import type { SilenceNote } from '@/lib/contract/silences';
import { useSilencedColumns } from './silenced-columns';

/**
 * Silences that run, folded up; and what is wrong with how they are kept. Nothing where there is neither. `done` = how
 * often something was silenced here: what had focus before is gone then, and the panel takes it.
 */
export function SilencedPanel({ done }: { done: number }) {
  const t = useT('silences');
  const nowMs = useNow();
  const columns = useSilencedColumns();
  const [target] = useTarget();
  const { data } = useQuery(silenceQueries.running(target));
  const [isOpen, setOpen] = useState(false);
  const silences = data?.silences.filter(({ untilMs }) => untilMs > nowMs) ?? [];
  const toggle = useRef<HTMLButtonElement>(null);
  const taken = useRef(0);
  const isShown = silences.length > 0;
  useEffect(() => {
    if (!isShown || done === taken.current) return;
    taken.current = done;
    // The dialog returns focus to where it was in a microtask of its own, which comes first.
    queueMicrotask(() => toggle.current?.focus());
  }, [done, isShown]);
  if (!data) return null;
  const count = silences.reduce((sum, { findings }) => sum + findings, 0);
  return (
    <>
      {data.notes.map((note) => (
        <Note key={`${note.code} ${note.atMs}`} note={note} />
      ))}
      {silences.length === 0 ? null : (
        <section aria-labelledby="silenced" className="panel min-w-0">
          <h2 className="flex h-9 items-center gap-2 px-1.5">
            <button
              ref={toggle}
              id="silenced"
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-1.5 font-semibold text-base hover:bg-hover"
            >
              <ChevronRight size={16} aria-hidden className={cx('text-3', isOpen && 'rotate-90')} />
              {t('panel', { count: silences.length })}
            </button>
            <span className="min-w-0 truncate font-normal text-3 text-sm">{t('panelHint', { count })}</span>
          </h2>
          {isOpen ? (
            <DataTable
              caption={t('caption')}
              className="num border-line border-t sm:table-fixed"
              columns={columns}
              rows={silences}
              rowKey={({ id }) => id}
              pad="sm:px-3 sm:py-2"
              rowClass="align-top hover:bg-hover"
              stacks="max-sm:flex max-sm:flex-col max-sm:gap-0.5 max-sm:px-3 max-sm:py-2"
            />
          ) : null}
          {isOpen && data.kept === 'memory' ? (
            <p className="border-line border-t px-3 py-2 text-3 text-sm">{t('memory')}</p>
          ) : null}
        </section>
      )}
    </>
  );
}

function Note({ note }: { note: SilenceNote }) {
  const t = useT('silences');
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded-md border border-contended-line bg-contended-tint px-3 py-2"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-contended" />
      <span className="wrap-anywhere min-w-0">
        {note.code === 'corrupt' ? t('corrupt', { movedTo: note.movedTo }) : t(note.code, { why: note.why })}
      </span>
    </p>
  );
}
