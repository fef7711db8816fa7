'use client';

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { useStored } from '@/components/ui/use-stored';

type Zone = {
  /** IANA name of the zone that times are shown in. */
  timeZone: string;
  isUtc: boolean;
  setUtc(utc: boolean): void;
};

const ZoneContext = createContext<Zone>({ timeZone: 'UTC', isUtc: true, setUtc: () => {} });

/**
 * Times are shown in the viewer's own zone, or in UTC if so chosen. The server knows no viewer: it and the first paint in the
 * browser show UTC, so that both have the same text.
 */
export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useStored('lockscope-zone', 'local');
  const isUtc = choice === 'utc';
  const own = useSyncExternalStore(subscribe, ownZone, () => 'UTC');
  const zone = useMemo(
    () => ({
      timeZone: isUtc ? 'UTC' : own,
      isUtc,
      setUtc: (utc: boolean) => setChoice(utc ? 'utc' : 'local'),
    }),
    [isUtc, own, setChoice],
  );
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A zone changes with the page's next load at the latest. */
function subscribe(): () => void {
  return () => {};
}

export function useZone(): Zone {
  return useContext(ZoneContext);
}
