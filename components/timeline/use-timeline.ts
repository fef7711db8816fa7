'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLive } from '@/components/app/live-provider';
import { pastQueries, type TimelineOf } from '@/lib/api/past-queries';
import { fetchRange, type View } from './view';

/** How long a view has to stand before it is fetched. */
const STAND_MS = 180;
/** How often what still goes on is fetched again: the more there is, the less often. */
const REFRESH = { soonestMs: 2_000, latestMs: 60_000, msPerSpan: 10 };

/**
 * The holds around a view, fetched a little after it stands, with a margin so that a small move shows what is there
 * already. What was there stays meanwhile. Where the view reaches to now it is fetched again while updates are live.
 */
export function useTimeline(of: TimelineOf, view: View, limit: number, nowMs: number) {
  const stands = useStanding(fetchRange(view));
  const { phase } = useLive();
  const isLive = phase === 'live' && view.toMs >= nowMs;
  return useQuery({
    ...pastQueries.timeline(of, stands, limit),
    refetchInterval: ({ state }) => {
      if (!isLive) return false;
      const { spans = [], fromMs = 0, toMs = 0 } = state.data ?? {};
      const costMs = spans.length * REFRESH.msPerSpan;
      // What moves less than a pixel a second need not be fetched every second.
      return Math.min(REFRESH.latestMs, Math.max(REFRESH.soonestMs, costMs, (toMs - fromMs) / 2_000));
    },
  });
}

function useStanding(range: View): View {
  const { fromMs, toMs } = range;
  const [stands, setStands] = useState(range);
  useEffect(() => {
    const timer = setTimeout(() => setStands({ fromMs, toMs }), STAND_MS);
    return () => clearTimeout(timer);
  }, [fromMs, toMs]);
  return stands;
}
