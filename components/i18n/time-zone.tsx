'use client';

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { ownZone, StoredContext, useStored } from '@/components/ui/use-stored';

type Zone = {
  /** IANA name of the zone that times are shown in. */
  timeZone: string;
  /** UTC stands in for a zone that nobody has said yet. */
  isAssumed: boolean;
  isUtc: boolean;
  setUtc(utc: boolean): void;
};

const ZoneContext = createContext<Zone>({
  timeZone: 'UTC',
  isAssumed: false,
  isUtc: true,
  setUtc: () => {},
});

/**
 * Times are shown in the viewer's own zone, or in UTC if so chosen. The server knows the zone from the second request on; in
 * the first it, and the first picture in the browser, show UTC and say so.
 */
export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useStored('lockscope-zone', 'local');
  const isUtc = choice === 'utc';
  const drawn = useContext(StoredContext).zone ?? null;
  const own = useSyncExternalStore(subscribe, ownZone, () => drawn);
  const zone = useMemo(
    () => ({
      timeZone: isUtc ? 'UTC' : (own ?? 'UTC'),
      isAssumed: !isUtc && own === null,
      isUtc,
      setUtc: (utc: boolean) => setChoice(utc ? 'utc' : 'local'),
    }),
    [isUtc, own, setChoice],
  );
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

/** A zone changes with the page's next load at the latest. */
function subscribe(): () => void {
  return () => {};
}

export function useZone(): Zone {
  return useContext(ZoneContext);
}
