import type { ApiFailure } from '@/lib/api/http';
import type { Although, LockAction, StepUpLack } from '@/lib/contract/action-codes';
import type { Preview, PreviewRequest } from '@/lib/contract/actions';
import type { ApprovalAnswer } from '@/lib/contract/approval/approvals';
import { isConsent } from '@/lib/domain/actions/although';
import {
  type Chosen,
  chosenByDefault,
  isSameChoice,
  requiresFor,
  stillChosen,
} from '@/lib/domain/actions/hold-choice';
import { isNoneOrTicket } from '@/lib/domain/actions/ticket';
import type { FailedAction } from './action-outcome';
import { type Choice, isOfChoice } from './choice';
import type { Done } from './done';
import { type Draft, emptyDraft, timesOf } from './how/draft';
import { isQuarantineFirst } from './how/quarantine-first';
import { type Change, compareReadings } from './preview/compare-previews';

/** From this age on a reading is nothing to act on: a press reads the lock once more first. */
export const OLD_PREVIEW_MS = 2_000;
/** A press that waits longer for its reading, as where the computer slept meanwhile, is none any more. */
export const PRESS_LASTS_MS = 30_000;

/** A reading of the lock for `request`. `askedAtMs`, `receivedAtMs` on the tab's clock (`tab-clock.ts`). */
export type PreviewReading = {
  preview: Preview;
  request: PreviewRequest;
  askedAtMs: number;
  receivedAtMs: number;
};

/**
 * Where the dialog stands. `previewing`: nothing was read yet. `confirming`: the operator reads and types. `checking`: it
 * was confirmed on a reading that had grown old, with the keys chosen then, and the next one decides. The rest is over, but for another look.
 */
export type Phase =
  | { is: 'previewing' }
  | { is: 'confirming'; failure: ApiFailure | null }
  | { is: 'checking'; sinceMs: number; chosen: Chosen }
  | { is: 'sending'; act: Act }
  | { is: 'done'; done: Done }
  /** It waits for a second person. */
  | { is: 'asked'; answer: ApprovalAnswer }
  | { is: 'changed'; change: Change; refused: boolean; auditId: number | null }
  | Exclude<FailedAction, { is: 'refused' | 'changed' }>;

/** Exactly what is sent: an act on what this reading showed. */
export type Act = {
  action: LockAction;
  reading: PreviewReading;
  reason: string;
  ticket: string;
  typedKey: string;
  leaseMs: number | null;
  quarantineMs: number | null;
  /** What it is done although; null = nothing was in the way. */
  although: Although | null;
  /** The other keys of the hold that are released too. */
  chosen: Chosen;
};

export type DialogState = {
  readonly phase: Phase;
  /** What the dialog was opened for. */
  readonly opened: LockAction;
  readonly action: LockAction;
  /** By whom `action` was settled: `reading` = by what was read first, `operator` = for good. */
  readonly settledBy: 'nobody' | 'reading' | 'operator';
  /** The operator has the right to a quarantine of this lock. */
  readonly mayQuarantine: boolean;
  /** Of a lock that several may hold, the one that this is about; null = its only holder. */
  readonly choice: Choice | null;
  readonly draft: Draft;
  /** Which other keys of the hold go with it; null = all that are of it. */
  readonly picked: Chosen | null;
  /** What the operator saw first, with what became known later; every later reading has to agree with it. */
  readonly base: PreviewReading | null;
  readonly reading: PreviewReading | null;
  /** Why the last try to read failed; null = it did not. */
  readonly unread: ApiFailure | null;
  /** What was asked for before this is about a holder that is gone. */
  readonly startedAtMs: number;
};

export type DialogEvent =
  | { type: 'read'; reading: PreviewReading; actsOff: boolean }
  | { type: 'read-failed'; failure: ApiFailure }
  | { type: 'typed'; draft: Draft }
  | { type: 'picked'; chosen: Chosen }
  | { type: 'action-chosen'; action: LockAction }
  /** `isConfirmed` = by a passkey, just now. */
  | { type: 'pressed'; atMs: number; actsOff: boolean; isConfirmed?: boolean }
  | { type: 'done'; done: Done }
  | { type: 'asked'; answer: ApprovalAnswer }
  | { type: 'failed'; failed: FailedAction }
  | { type: 'looked-again'; atMs: number };

type Pressed = Extract<DialogEvent, { type: 'pressed' }>;

/**
 * What stands in the way of the act. `old` does not stop a press: the lock is read once more for it. `passkey`: one is asked at
 * a press, and the lock is read once more then; `no-passkey`, `no-session`: none can be.
 */
export type Missing =
  | 'sending'
  | 'stale'
  | 'loading'
  | 'why'
  | 'lease'
  | 'although'
  | 'reason'
  | 'ticket'
  | 'typed'
  | StepUpLack
  | 'old';

export type Opening = Pick<DialogState, 'opened' | 'choice' | 'mayQuarantine'> & { leaseMs: number | null };

export function startOf({ opened, choice, mayQuarantine, leaseMs }: Opening): DialogState {
  const nothing = { picked: null, base: null, reading: null, unread: null, startedAtMs: 0 };
  const action = { opened, action: opened, settledBy: 'nobody', mayQuarantine } as const;
  return { phase: { is: 'previewing' }, ...action, choice, draft: emptyDraft(leaseMs), ...nothing };
}

/** The next state. Pure; an event that does not fit the phase changes nothing. */
export function reduce(state: DialogState, event: DialogEvent): DialogState {
  const { phase } = state;
  switch (event.type) {
    case 'read':
      return isOpen(state) ? afterReading(state, event.reading, event.actsOff) : state;
    case 'read-failed':
      return isOpen(state) ? afterNoReading(state, event.failure) : state;
    case 'typed':
      return isOpen(state) ? withInput(state, { draft: event.draft }) : state;
    case 'picked':
      return isOpen(state) ? compared(withInput(state, { picked: event.chosen })) : state;
    case 'action-chosen':
      return isOpen(state) ? withInput(state, { action: event.action, settledBy: 'operator' }) : state;
    case 'pressed':
      return phase.is === 'confirming' ? afterPress(state, event) : state;
    case 'done':
      return phase.is === 'sending' ? over(state, { is: 'done', done: event.done }) : state;
    case 'asked':
      return phase.is === 'sending' ? over(state, { is: 'asked', answer: event.answer }) : state;
    case 'failed':
      return phase.is === 'sending' ? afterFailure(state, event.failed) : state;
    case 'looked-again':
      return canPreviewAgain(phase) ? afresh(state, event.atMs) : state;
  }
}

/** What a reading is asked for. */
export function previewRequestOf({ action, choice, draft }: DialogState): PreviewRequest {
  const { leaseMs, quarantineMs } = timesOf(action, draft);
  return {
    action,
    ...(leaseMs !== null && { leaseMs }),
    ...(quarantineMs !== null && { quarantineMs }),
    ...(choice && { tokenDigest: choice.tokenDigest }),
  };
}

/** The other keys of the hold that go with it; one that cannot be read now does not. */
export function chosenOf({ picked, reading }: DialogState): Chosen {
  const hold = reading?.preview.hold;
  return picked ? stillChosen(hold, picked) : chosenByDefault(hold);
}

/** What the operator has to say before the act; null = not known yet. */
export function requiredOf(state: DialogState): Preview['requires'] | null {
  const { action, reading } = state;
  if (!reading) return null;
  return action === 'release' ? requiresFor(reading.preview, chosenOf(state)) : reading.preview.requires;
}

/** The first thing that still stands in the way at this moment; null = nothing does. */
export function missingOf(state: DialogState, nowMs: number, actsOff: boolean): Missing | null {
  const { phase, action, draft, reading } = state;
  const requires = requiredOf(state);
  if (phase.is === 'sending') return 'sending';
  if (actsOff) return 'stale';
  if (!reading || !requires) return 'loading';
  const { preview } = reading;
  if (!preview.allowed) return 'why';
  const { leaseMs, quarantineMs } = timesOf(action, draft);
  if (action !== 'release' && leaseMs === null && quarantineMs === null) return 'lease';
  if (!isConsent(draft.although, requires.although)) return 'although';
  if (requires.reason && draft.reason.trim() === '') return 'reason';
  if (!isNoneOrTicket(draft.ticket)) return 'ticket';
  if (requires.typedKey && draft.typedKey !== preview.typedKey) return 'typed';
  if (preview.stepUp) return preview.stepUp;
  return isAbout(reading, state) && nowMs - reading.askedAtMs < OLD_PREVIEW_MS ? null : 'old';
}

/** The operator can still read, type and leave. */
export function isOpen({ phase }: Pick<DialogState, 'phase'>): boolean {
  return phase.is === 'previewing' || phase.is === 'confirming' || phase.is === 'checking';
}

/** Something came of it, and it is told. */
export function isDialogOver(state: Pick<DialogState, 'phase'>): boolean {
  return !isOpen(state) && state.phase.is !== 'sending';
}

function afterReading(state: DialogState, reading: PreviewReading, actsOff: boolean): DialogState {
  if (reading.askedAtMs < state.startedAtMs) return state;
  if (!isOfChoice(reading.preview, state.choice)) return over(state, { is: 'left', auditId: null });
  const settledBy = state.settledBy === 'nobody' ? 'reading' : state.settledBy;
  const isFirst = state.opened === 'release' && state.settledBy === 'nobody';
  // Nothing was shown yet, and nothing is before the quarantine was read.
  if (isFirst && state.mayQuarantine && isQuarantineFirst(reading.preview))
    return { ...state, action: 'quarantine', settledBy, unread: null };
  const phase: Phase = state.phase.is === 'previewing' ? { is: 'confirming', failure: null } : state.phase;
  const next = compared({ ...state, phase, settledBy, reading, base: state.base ?? reading, unread: null });
  if (next.phase.is !== 'checking' || reading.askedAtMs < next.phase.sinceMs) return next;
  // It was asked for after the press: there is no newer one, however long it took.
  if (!isAbout(reading, next)) return next;
  const isPressed = reading.receivedAtMs - next.phase.sinceMs < PRESS_LASTS_MS;
  // A key that was to go with it cannot be read now: that is another act than the one that was confirmed.
  const isConfirmed = isSameChoice(chosenOf(next), next.phase.chosen);
  const missing = missingOf(next, reading.askedAtMs, actsOff);
  return {
    ...next,
    phase:
      isPressed && isConfirmed && missing === null
        ? sending(next, reading)
        : { is: 'confirming', failure: null },
  };
}

function afterNoReading(state: DialogState, failure: ApiFailure): DialogState {
  if (failure.code === 'not-found') return over(state, { is: 'gone', failure });
  if (failure.code === 'not-held') return over(state, { is: 'left', auditId: null });
  const phase: Phase = state.phase.is === 'checking' ? { is: 'confirming', failure: null } : state.phase;
  return { ...state, phase, unread: failure };
}

function afterPress(state: DialogState, press: Pressed): DialogState {
  const { atMs, actsOff, isConfirmed = false } = press;
  const missing = missingOf(state, atMs, actsOff);
  if (missing === 'old' || (missing === 'passkey' && isConfirmed))
    return { ...state, phase: { is: 'checking', sinceMs: atMs, chosen: chosenOf(state) } };
  return missing === null && state.reading ? { ...state, phase: sending(state, state.reading) } : state;
}

function afterFailure(state: DialogState, failed: FailedAction): DialogState {
  if (failed.is === 'refused') return { ...state, phase: { is: 'confirming', failure: failed.failure } };
  return over(state, failed);
}

function sending(state: DialogState, reading: PreviewReading): Phase {
  const { action, draft } = state;
  const although = requiredOf(state)?.although ?? null;
  const { typedKey } = draft;
  const said = { reason: draft.reason.trim(), ticket: draft.ticket.trim(), typedKey, although };
  return {
    is: 'sending',
    act: { action, reading, ...said, ...timesOf(action, draft), chosen: chosenOf(state) },
  };
}

/** What is said anew takes back a press that waits for its reading. */
function withInput(state: DialogState, input: Partial<DialogState>): DialogState {
  const isTakenBack = state.phase.is === 'checking';
  return { ...state, ...input, ...(isTakenBack && { phase: { is: 'confirming', failure: null } }) };
}

/** The button acts on exactly what is shown: a reading that differs from the first ends the form. */
function compared(state: DialogState): DialogState {
  const { base, reading } = state;
  if (!base || !reading) return state;
  const { change, first } = compareReadings(base, reading, chosenOf(state));
  if (!change) return { ...state, base: first };
  return { ...over(state, { is: 'changed', change, refused: false, auditId: null }), picked: null };
}

/** What was typed was for this act alone. */
function over(state: DialogState, phase: Phase): DialogState {
  return { ...state, phase, draft: { ...state.draft, reason: '', ticket: '', typedKey: '', although: null } };
}

function canPreviewAgain(phase: Phase): boolean {
  return phase.is === 'changed' || phase.is === 'done';
}

function afresh(state: DialogState, atMs: number): DialogState {
  const nothing = { picked: null, base: null, reading: null, unread: null };
  const asOpened = { action: state.opened, settledBy: 'nobody' } as const;
  const chosen = state.settledBy === 'operator' ? {} : asOpened;
  return { ...over(state, { is: 'previewing' }), ...chosen, ...nothing, startedAtMs: atMs };
}

function isAbout({ request }: PreviewReading, state: DialogState): boolean {
  const wanted = previewRequestOf(state);
  const { action, leaseMs, quarantineMs } = wanted;
  return request.action === action && request.leaseMs === leaseMs && request.quarantineMs === quarantineMs;
}
