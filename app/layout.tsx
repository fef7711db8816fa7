import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { Prefetched } from '@/app/prefetched';
import { CollectorOnly } from '@/components/shell/collector-only';
import { Providers } from '@/components/shell/providers';
import { Shell } from '@/components/shell/shell';
import { STORED_COOKIE, storedOf } from '@/components/ui/stored-cookie';
import { nodesQueries } from '@/lib/api/queries';
import { compiledFor } from '@/lib/i18n/compiled';
import { LOCALE_COOKIE, localeOf } from '@/lib/i18n/locales';
import { pageSessionOf, standsAlone } from '@/lib/server/http/page-session';
import { runtime } from '@/lib/server/start/runtime';

/** The letters of nearly every text come with the page: what is late is not used, so that no text is drawn twice. */
const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-inter',
  adjustFontFallback: false,
});

export const metadata: Metadata = {
  title: { default: 'Lockscope', template: '%s · Lockscope' },
  description: 'Redis distributed locks: who holds them, who waits, and how to free them safely.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, request] = await Promise.all([cookies(), headers()]);
  const page = await pageSessionOf(request);
  if (page.elsewhere !== null) redirect(page.elsewhere);
  const { config } = runtime();
  const locale = localeOf(jar.get(LOCALE_COOKIE)?.value, request.get('accept-language'));
  const stored = storedOf(jar.get(STORED_COOKIE)?.value);
  return (
    <html
      lang={locale}
      className={inter.variable}
      data-density={stored['lockscope-density']}
      suppressHydrationWarning
    >
      <body>
        <Providers
          locale={locale}
          messages={compiledFor(locale)}
          nonce={request.get('x-nonce') ?? undefined}
          session={page.session}
          links={page.session.who === null ? [] : config.links}
          stored={stored}
          drawnAtMs={Date.now()}
        >
          {config.role === 'collector' ? (
            <CollectorOnly />
          ) : standsAlone(page) ? (
            children
          ) : (
            <Prefetched queries={[nodesQueries.now()]}>
              <Shell notice={config.notice}>{children}</Shell>
            </Prefetched>
          )}
        </Providers>
      </body>
    </html>
  );
}
