'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { MomentBand } from '@/components/rewind/moment-band';
import { Banner } from './banner';
import { Banners, NotRunning } from './banners';
import { BottomNav } from './bottom-nav';
import { EnvironmentBand } from './environment-band';
import { FindingsAnnouncer } from './findings-announcer';
import { SearchPalette } from './palette/search-palette';
import { StatusBar } from './status-bar';
import { Tabs } from './tabs';
import { TopBar } from './top-bar';
import { useFocusOnPage } from './use-focus-on-page';
import { useFrameKeys } from './use-frame-keys';
import { useShellData } from './use-shell-data';

const KeyboardCard = dynamic(() => import('./keyboard-card').then((module) => module.KeyboardCard), {
  ssr: false,
});

/** The frame around every page: nothing in it moves with the data. `notice` = what whoever runs it says on all of them. On very low screens it scrolls with the page. */
export function Shell({ notice, children }: { notice: string | null; children: ReactNode }) {
  const t = useT('shell');
  const data = useShellData();
  const [searching, setSearching] = useState(false);
  const [helping, setHelping] = useState(false);
  const page = useFocusOnPage();
  useFrameKeys({ onSearch: () => setSearching(true), onHelp: () => setHelping(true) });
  return (
    <div className="flex min-h-dvh flex-col [@media(min-height:480px)]:h-dvh [@media(min-height:480px)]:overflow-hidden">
      <a
        href="#page"
        className="absolute start-2 top-2 z-50 -translate-y-24 rounded-md bg-raised px-3 py-2 text-info shadow-float focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <EnvironmentBand data={data} />
      <TopBar data={data} onSearch={() => setSearching(true)} onHelp={() => setHelping(true)} />
      <Tabs data={data} />
      {notice === null ? null : (
        <Banner tone="info" role="note">
          <span className="min-w-0">{notice}</span>
        </Banner>
      )}
      <NotRunning />
      <Banners data={data} />
      <MomentBand />
      <FindingsAnnouncer data={data} />
      <main
        id="page"
        ref={page}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a page may have nothing else to focus
        tabIndex={0}
        className="live-surface scroll-thin relative min-h-0 min-w-0 flex-1 overflow-y-auto overflow-x-hidden outline-offset-[-2px]"
      >
        {children}
      </main>
      <StatusBar data={data} />
      <BottomNav data={data} onHelp={() => setHelping(true)} />
      <SearchPalette open={searching} onOpenChange={setSearching} />
      {helping ? <KeyboardCard open onOpenChange={setHelping} /> : null}
    </div>
  );
}
