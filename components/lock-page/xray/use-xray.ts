import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { takeXray } from '@/lib/api/xray';
import type { XrayResult } from '@/lib/contract/xray';
import type { LockId } from '@/lib/domain/keys/lock-id';

/** `startedAtMs` on the tab's monotonic clock; `forMs` = how long it listens on all servers together. */
type XrayView =
  | { is: 'form'; failure: ApiFailure | null; stopped: boolean }
  | { is: 'running'; startedAtMs: number; forMs: number }
  | { is: 'done'; result: XrayResult };

type UseXray = {
  view: XrayView;
  /** Never throws: what came of it is in `view`, and is returned when it was done. */
  start(seconds: number): Promise<XrayResult | null>;
  /** Ends it on the server too. */
  stop(): void;
  again(): void;
};

const FORM = { is: 'form', failure: null, stopped: false } as const;

/** One X-ray after another, none of which outlives what shows it. */
export function useXray(id: LockId, nodes: number, shown: XrayResult | null): UseXray {
  const [view, setView] = useState<XrayView>(shown ? { is: 'done', result: shown } : FORM);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(seconds: number): Promise<XrayResult | null> {
    const own = new AbortController();
    running.current = own;
    setView({ is: 'running', startedAtMs: performance.now(), forMs: nodes * seconds * 1_000 });
    try {
      const result = await takeXray(id, { seconds, nodes, signal: own.signal });
      setView({ is: 'done', result });
      return result;
    } catch (error) {
      const failure = ApiFailure.of(error);
      setView(own.signal.aborted ? { ...FORM, stopped: true } : { is: 'form', failure, stopped: false });
      return null;
    }
  }

  return { view, start, stop: () => running.current?.abort(), again: () => setView(FORM) };
}
