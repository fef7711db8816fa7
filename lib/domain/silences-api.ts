import type { Silence } from './lists/silence';

/** What went wrong with the file of silences, until the console starts anew. */
export type SilenceNote =
  | { code: 'corrupt'; path: string; movedTo: string; atMs: number }
  | { code: 'unreadable' | 'unwritable'; path: string; why: string; atMs: number };

export type SilenceRequest = Pick<Silence, 'code' | 'target' | 'scope' | 'untilMs' | 'reason'>;
/** A silence and how many open findings it is about now. */
export type RunningSilence = Silence & { findings: number };
export type SilencesAnswer = {
  /** Those that run, the next to end first. */
  silences: RunningSilence[];
  /** `memory` = forgotten when the console stops. */
  kept: 'file' | 'memory';
  notes: SilenceNote[];
  nowMs: number;
};
/** What became of a request about one. */
export type SilenceResult = { silence: Silence; auditId: number };
