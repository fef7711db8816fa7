import { setTimeout as pause } from 'node:timers/promises';
import type { Output } from './output';
import { durationWords } from './words';

/** A consent to `renews` ends by itself at a moment of the console's clock, epoch ms. */
type Awaited = { untilMs: number | undefined; nowMs: number };

/**
 * Waits until a renewal that may come would have come, and says so; resolves to whether it waited. It does not where that takes
 * longer than `patienceMs`, or was consented to (`alive`).
 */
export async function awaitedRenewal(
  { untilMs, nowMs }: Awaited,
  { patienceMs = 0, alive = false }: { patienceMs?: number; alive?: boolean },
  out: Output,
): Promise<boolean> {
  if (untilMs === undefined || alive || untilMs - nowMs > patienceMs) return false;
  const leftMs = Math.max(0, untilMs - nowMs);
  out.errorLine(`waiting ${durationWords(leftMs)} for a renewal: a holder that lives may renew until then`);
  await pause(leftMs + 1);
  return true;
}

/** Why a release of `who` takes consent to `renews`, and until when. */
export function renewsWords(who: string, untilMs: number | undefined, nowMs: number): string {
  if (untilMs === undefined) return `${who} may renew`;
  return `${who} may renew until ${new Date(untilMs).toISOString()} (${durationWords(untilMs - nowMs)})`;
}
