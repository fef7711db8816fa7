'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { ApiFailure, onSignedOut } from '@/lib/api/http';
import type { SessionAnswer } from '@/lib/contract/access/sessions';
import { queryString } from '@/lib/contract/request';
import type { LinkTemplate } from '@/lib/domain/values/link-template';
import type { CompiledCatalogue } from '@/lib/i18n/compiled';
import type { Locale } from '@/lib/i18n/locales';
import { AnnouncerProvider } from '../app/announcer';
import { LinksContext } from '../app/links-context';
import { LiveProvider } from '../app/live-provider';
import { PageTallyProvider } from '../app/page-tally';
import { SessionContext } from '../app/session-context';
import { ShortcutsProvider } from '../app/shortcuts';
import { GoContext } from '../ui/link';
import type { Stored } from '../ui/stored-cookie';
import { StoredContext, sendStored, useStored } from '../ui/use-stored';

type Props = {
  locale: Locale;
  messages: CompiledCatalogue;
  nonce: string | undefined;
  session: SessionAnswer;
  /** To other tools, for whoever is signed in. */
  links: readonly LinkTemplate[];
  /** What the browser keeps, as far as it said so with its request. */
  stored: Stored;
  /** When the server draws this, epoch ms. */
  drawnAtMs: number;
  children: ReactNode;
};

/** Everything a page may count on: texts, theme, cache, live stream, keys. */
export function Providers({ locale, messages, nonce, session, links, stored, drawnAtMs, children }: Props) {
  const [cache] = useState(createCache);
  const { push } = useRouter();
  useEffect(sendStored, []);
  useEffect(() => onSignedOut(goToSignIn), []);
  return (
    <ThemeProvider
      attribute={['class', 'data-theme']}
      defaultTheme="system"
      storageKey="lockscope-theme"
      disableTransitionOnChange
      {...(nonce ? { nonce } : {})}
    >
      <CSPProvider nonce={nonce}>
        <QueryClientProvider client={cache}>
          <StoredContext value={stored}>
            <I18nProvider locale={locale} messages={messages}>
              <NuqsAdapter>
                <LiveProvider drawnAtMs={drawnAtMs}>
                  <ShortcutsProvider>
                    <AnnouncerProvider>
                      <Density />
                      <SessionContext value={session}>
                        <LinksContext value={links}>
                          <PageTallyProvider>
                            <GoContext value={push}>{children}</GoContext>
                          </PageTallyProvider>
                        </LinksContext>
                      </SessionContext>
                    </AnnouncerProvider>
                  </ShortcutsProvider>
                </LiveProvider>
              </NuqsAdapter>
            </I18nProvider>
          </StoredContext>
        </QueryClientProvider>
      </CSPProvider>
    </ThemeProvider>
  );
}

/** The session has ended: nothing that was loaded stays, and whoever signs in again comes back here. */
function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname !== '/sign-in') window.location.assign(`/sign-in${queryString({ to: pathname + search })}`);
}

/** The live stream says when something is old; focus and reconnect refetch nothing, so that a pause stops everything. */
function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (count, error) => count < 2 && error instanceof ApiFailure && error.status >= 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Row height follows the choice kept under `lockscope-density`. */
function Density() {
  const [density] = useStored('lockscope-density', 'comfortable');
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return null;
}
