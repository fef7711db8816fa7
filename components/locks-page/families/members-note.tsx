'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { LoadingState } from '@/components/ui/skeleton';
import type { FamilyMembers } from './use-members';

/** Under the members of a family: that they are on their way, could not be had, or how many more there are and where. */
export function MembersNote({ members }: { members: FamilyMembers }) {
  const t = useT('locks');
  const common = useT('common');
  const format = useFormat();
  const { rows, matched, error, retry, path } = members;
  if (rows === null) {
    if (!error) {
      return (
        <LoadingState label={t('family.loading')}>
          <span aria-hidden className="text-3 text-sm">
            {t('family.loading')}
          </span>
        </LoadingState>
      );
    }
    return (
      <span role="alert" className="flex flex-wrap items-center gap-2 text-2 text-sm">
        {t('family.failed', { message: error.message })}
        <Button variant="link" size="sm" className="h-6" onClick={retry}>
          {common('retry')}
        </Button>
      </span>
    );
  }
  const isPart = rows.length < matched;
  return (
    <span className="num flex flex-wrap items-center gap-x-2 text-3 text-sm">
      {rows.length === 0 ? t('family.none') : null}
      {isPart ? t('family.first', { n: format.count(rows.length), total: format.count(matched) }) : null}
      <Link href={path} className="inline-flex min-h-6 items-center font-medium text-info hover:underline">
        {t(isPart ? 'family.all' : 'family.list')}
      </Link>
    </span>
  );
}
