export type LivePhase = 'connecting' | 'live' | 'paused' | 'stale' | 'disconnected';

/** What the live control shows. Moments are on the tab's monotonic clock, except `pausedAtMs` (console's clock). */
export type LiveState = {
  phase: LivePhase;
  /** How changes arrive; `polling` where the stream cannot get through. */
  mode: 'stream' | 'polling';
  /** When the last message came; null = none yet. */
  lastAtMs: number | null;
  pausedAtMs: number | null;
  /** Silent for more than three periods: figures are old, acts are off. */
  old: boolean;
};

/** The server speaks at least this often while the stream is well. */
export const PERIOD_MS = 2_000;
/** Silence after which the control says so. */
export const STALE_MS = 2 * PERIOD_MS;
/** Silence after which a banner says so and figures lose their colour. */
export const OLD_MS = 3 * PERIOD_MS;

export const INITIAL_LIVE: LiveState = {
  phase: 'connecting',
  mode: 'stream',
  lastAtMs: null,
  pausedAtMs: null,
  old: false,
};

type LiveInputs = {
  paused: boolean;
  pausedAtMs: number | null;
  /** The stream (or the last poll) failed and has not come back. */
  failed: boolean;
  mode: LiveState['mode'];
  startedAtMs: number;
  lastAtMs: number | null;
};

/** The state at `nowMs`. Pure. */
export function liveStateOf(inputs: LiveInputs, nowMs: number): LiveState {
  const { paused, pausedAtMs, failed, mode, startedAtMs, lastAtMs } = inputs;
  const silentMs = nowMs - (lastAtMs ?? startedAtMs);
  const pace = mode === 'polling' ? 3 : 1;
  const old = !paused && silentMs > OLD_MS * pace;
  const silent = silentMs > STALE_MS * pace;
  const phase = phaseOf();
  return { phase, mode, lastAtMs, pausedAtMs: paused ? pausedAtMs : null, old };

  function phaseOf(): LivePhase {
    if (paused) return 'paused';
    if (failed && silentMs > PERIOD_MS) return 'disconnected';
    // A server that accepts and never answers gives no error: silence has to be enough.
    if (lastAtMs === null) return silent ? 'disconnected' : 'connecting';
    return silent ? 'stale' : 'live';
  }
}

export function sameLiveState(a: LiveState, b: LiveState): boolean {
  return (
    a.phase === b.phase &&
    a.mode === b.mode &&
    a.lastAtMs === b.lastAtMs &&
    a.pausedAtMs === b.pausedAtMs &&
    a.old === b.old
  );
}
