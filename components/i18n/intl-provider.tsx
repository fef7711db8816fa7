'use client';

import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import type { CompiledCatalogue } from '@/lib/i18n/compiled';
import type { Locale } from '@/lib/i18n/locales';
import type { Messages } from '@/lib/i18n/messages';
import { TimeZoneProvider } from './time-zone';

/** Texts and time zone for everything inside. A text that is missing shows its name. */
export function I18nProvider({
  locale,
  messages,
  children,
}: {
  locale: Locale;
  /** Compiled in a build of Next, whose `use-intl` has no parser (`next.config.js`). */
  messages: CompiledCatalogue | Messages;
  children: ReactNode;
}) {
  return (
    <IntlProvider locale={locale} messages={messages as Messages} timeZone="UTC" onError={ignore}>
      <TimeZoneProvider>{children}</TimeZoneProvider>
    </IntlProvider>
  );
}

/** The missing name on the screen is report enough; a test compares the catalogues. */
function ignore(): void {}
