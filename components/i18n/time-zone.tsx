'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useStored } from '@/components/shell/use-stored';

type Zone = {
  /** IANA name of the zone that times are shown in. */
  timeZone: string;
  isUtc: boolean;
  setUtc(utc: boolean): void;
};

const ZoneContext = createContext<Zone>({ timeZone: 'UTC', isUtc: true, setUtc: () => {} });

/** Times are shown in the viewer's own zone, or in UTC if so chosen. */
export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useStored('lockscope-zone', 'local');
  const isUtc = choice === 'utc';
  const zone = useMemo(
    () => ({
      timeZone: isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone,
      isUtc,
      setUtc: (utc: boolean) => setChoice(utc ? 'utc' : 'local'),
    }),
    [isUtc, setChoice],
  );
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

export function useZone(): Zone {
  return useContext(ZoneContext);
}
