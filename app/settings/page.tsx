import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { LazySettingsPage } from '@/components/settings/lazy-page';
import { SETTINGS_PARAMS, settingsQueriesFor } from '@/components/settings/settings-params';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Settings' };

const load = createLoader(SETTINGS_PARAMS);

export default async function Page({ searchParams }: Props) {
  const { tab } = await load(searchParams);
  return (
    <Prefetched queries={settingsQueriesFor(tab)}>
      <LazySettingsPage />
    </Prefetched>
  );
}
