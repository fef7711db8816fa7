import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { ApiFailure } from '@/lib/api/http';
import type { Preview } from '@/lib/contract/actions';
import type { ApprovalAnswer } from '@/lib/contract/approval/approvals';
import {
  chosenOf,
  type DialogEvent,
  type DialogState,
  isDialogOver,
  isOpen,
  missingOf,
  OLD_PREVIEW_MS,
  type Opening,
  PRESS_LASTS_MS,
  type PreviewReading,
  reduce,
  startOf,
} from './dialog-machine';
import type { Done } from './done';

const LOCK = aLock({});

/** What Redis had when it was asked at this moment; another version is another acquisition. */
function readingAt(askedAtMs: number, version = '1', change: Partial<Preview> = {}): PreviewReading {
  const seen = {
    ...{ tokenDigest: 'd', type: 'string', holdCount: null, ttlMs: 20_000, deadlineMs: 20_000 },
    ...{ formatId: 'f', readAtMs: askedAtMs, acquisition: { sinceMs: 1, version } },
  };
  const preview = {
    ...{ lock: LOCK, holder: LOCK.holders[0], evidence: [], consequences: [], allowed: true, why: null },
    ...{ requires: { reason: true, typedKey: false, although: null }, typedKey: LOCK.key.text, command: '' },
    ...{ seen, nowMs: askedAtMs },
    ...change,
  } as unknown as Preview;
  return { preview, request: { action: 'release' }, askedAtMs, receivedAtMs: askedAtMs + 5 };
}

const read = (reading: PreviewReading): DialogEvent => ({ type: 'read', reading, actsOff: false });
const press = (atMs: number): DialogEvent => ({ type: 'pressed', atMs, actsOff: false });
const TYPED: DialogEvent = {
  type: 'typed',
  draft: { reason: 'stuck', ticket: '', typedKey: '', lease: '1m', quarantine: '30s', although: null },
};
const FAILURE = new ApiFailure(503, 'redis-down', 'no answer', {});

const OPENING: Opening = { opened: 'release', choice: null, mayQuarantine: false, leaseMs: null };

function stateAfter(...events: DialogEvent[]): DialogState {
  return events.reduce(reduce, startOf(OPENING));
}

describe('the machine of the dialog', () => {
  it('is over once a second person was asked, and forgets what was typed', () => {
    const answer = { request: { id: 7 } } as unknown as ApprovalAnswer;
    const sent = stateAfter(read(readingAt(0)), TYPED, press(1));
    expect(sent.phase.is).toBe('sending');
    const asked = reduce(sent, { type: 'asked', answer });
    expect(asked.phase).toEqual({ is: 'asked', answer });
    expect(isDialogOver(asked)).toBe(true);
    expect(asked.draft.reason).toBe('');
    expect(reduce(stateAfter(read(readingAt(0))), { type: 'asked', answer }).phase.is).toBe('confirming');
  });

  it('sends once what was read last, when it is pressed on a fresh reading', () => {
    const last = readingAt(1_000);
    const state = stateAfter(read(readingAt(0)), TYPED, read(last), press(1_500));
    expect(state.phase).toMatchObject({ is: 'sending', act: { reason: 'stuck', action: 'release' } });
    expect(state.phase.is === 'sending' && state.phase.act.reading).toBe(last);
    expect(reduce(state, press(1_501))).toBe(state);
  });

  it('sends the ticket, sends none that could not be kept, and forgets it with the act', () => {
    const ticketed = (ticket: string) => ({ ...TYPED, draft: { ...TYPED.draft, ticket } });
    const state = stateAfter(read(readingAt(0)), ticketed(' INC-7 '), press(1));
    expect(state.phase).toMatchObject({ is: 'sending', act: { ticket: 'INC-7' } });
    const answer = { request: { id: 7 } } as unknown as ApprovalAnswer;
    expect(reduce(state, { type: 'asked', answer }).draft.ticket).toBe('');
    const wrong = stateAfter(read(readingAt(0)), ticketed('INC 7'), press(1));
    expect(wrong.phase.is).toBe('confirming');
    expect(missingOf(wrong, 1, false)).toBe('ticket');
  });

  it('never loses a press on an old reading: the one that is asked for next decides', () => {
    const pressed = stateAfter(read(readingAt(0)), TYPED, press(OLD_PREVIEW_MS));
    expect(pressed.phase.is).toBe('checking');
    const early = reduce(pressed, read(readingAt(OLD_PREVIEW_MS - 1)));
    expect(early.phase.is, 'asked for before the press').toBe('checking');
    const late = readingAt(OLD_PREVIEW_MS + 1);
    late.receivedAtMs += 10 * OLD_PREVIEW_MS;
    expect(reduce(early, read(late)).phase.is).toBe('sending');
  });

  it('forgets a press whose reading comes half a minute later: nobody may look any more', () => {
    const pressed = stateAfter(read(readingAt(0)), TYPED, press(OLD_PREVIEW_MS));
    const late = { ...readingAt(OLD_PREVIEW_MS + 1), receivedAtMs: OLD_PREVIEW_MS + PRESS_LASTS_MS };
    const next = reduce(pressed, read(late));
    expect(next.phase.is).toBe('confirming');
    expect(missingOf(next, late.receivedAtMs, false)).toBe('old');
    expect(reduce(next, read(readingAt(late.receivedAtMs))).phase.is).toBe('confirming');
  });

  it('sends nothing that a passkey has to confirm before it did, and by the reading after it', () => {
    const asking = stateAfter(read(readingAt(0, '1', { stepUp: 'passkey' })), TYPED);
    expect(missingOf(asking, 1, false)).toBe('passkey');
    expect(reduce(asking, press(1)).phase.is).toBe('confirming');
    const confirmed = reduce(asking, { type: 'pressed', atMs: 10, actsOff: false, isConfirmed: true });
    expect(confirmed.phase.is).toBe('checking');
    const before = reduce(confirmed, read(readingAt(5)));
    expect(before.phase.is, 'asked for before it was confirmed').toBe('checking');
    expect(reduce(before, read(readingAt(11))).phase.is).toBe('sending');
    expect(reduce(before, read(readingAt(11, '1', { stepUp: 'passkey' }))).phase.is).toBe('confirming');
    expect(reduce(before, read(readingAt(11, '2'))).phase.is).toBe('changed');
  });

  it.each(['no-passkey', 'no-session'] as const)('sends nothing where %s could confirm it', (stepUp) => {
    const state = stateAfter(read(readingAt(0, '1', { stepUp })), TYPED);
    expect(missingOf(state, 1, false)).toBe(stepUp);
    const pressed = reduce(state, { type: 'pressed', atMs: 1, actsOff: false, isConfirmed: true });
    expect(pressed.phase.is).toBe('confirming');
  });

  it.each<[string, DialogEvent, DialogState['phase']['is']]>([
    ['another acquisition', read(readingAt(OLD_PREVIEW_MS + 1, '2')), 'changed'],
    ['no lock', { type: 'read-failed', failure: new ApiFailure(404, 'not-found', '', {}) }, 'gone'],
    ['no holder', { type: 'read-failed', failure: new ApiFailure(409, 'not-held', '', {}) }, 'left'],
    ['no answer', { type: 'read-failed', failure: FAILURE }, 'confirming'],
    [
      'a lock that may not be released',
      read(readingAt(OLD_PREVIEW_MS + 1, '1', { allowed: false })),
      'confirming',
    ],
    [
      'acts that are off',
      { type: 'read', reading: readingAt(OLD_PREVIEW_MS + 1), actsOff: true },
      'confirming',
    ],
    ['another word of the operator', TYPED, 'confirming'],
  ])('sends nothing for a press that waits when %s comes', (_, event, phase) => {
    const pressed = stateAfter(read(readingAt(0)), TYPED, press(OLD_PREVIEW_MS));
    const next = reduce(pressed, event);
    expect(next.phase.is).toBe(phase);
    const later = reduce(next, read(readingAt(OLD_PREVIEW_MS * 2)));
    expect(later.phase.is, 'and not with a later reading either').not.toBe('sending');
  });

  it('clears what was typed when the lock changed, and starts again from what is read after that', () => {
    const changed = stateAfter(read(readingAt(0)), TYPED, read(readingAt(1_000, '2')));
    expect(changed.phase).toMatchObject({ is: 'changed', refused: false });
    expect(changed.draft.reason).toBe('');
    const again = reduce(changed, { type: 'looked-again', atMs: 1_500 });
    expect(again.phase.is).toBe('previewing');
    expect(reduce(again, read(readingAt(1_400, '1'))), 'asked for before').toBe(again);
    expect(reduce(again, read(readingAt(1_600, '2'))).phase.is).toBe('confirming');
  });

  it('goes back to the form with the sentence of a refusal, and keeps what was typed', () => {
    const state = stateAfter(read(readingAt(0)), TYPED, press(100), {
      type: 'failed',
      failed: { is: 'refused', failure: FAILURE },
    });
    expect(state.phase).toEqual({ is: 'confirming', failure: FAILURE });
    expect(state.draft.reason).toBe('stuck');
  });

  describe('of a lock that can be put in quarantine', () => {
    const opened = (change: Partial<Opening>, ...events: DialogEvent[]) =>
      events.reduce(reduce, startOf({ ...OPENING, mayQuarantine: true, ...change }));
    const lockOf = (verdict: 'alive' | 'gone' | 'unknown', quarantine = true) => {
      const holder = aHolder({ verdict });
      const actions = { ...LOCK.actions, quarantine };
      return { lock: { ...LOCK, holders: [holder], actions }, holder };
    };
    const first = (...of: Parameters<typeof lockOf>) => read(readingAt(0, '1', lockOf(...of)));
    const inQuarantine = (at: number, ...of: Parameters<typeof lockOf>): PreviewReading => ({
      ...readingAt(at, '1', lockOf(...of)),
      request: { action: 'quarantine', quarantineMs: 30_000 },
    });

    it('chooses the quarantine where nothing shows whether its holder lives, before anything is shown', () => {
      const state = opened({}, first('unknown'));
      expect(state).toMatchObject({ action: 'quarantine', reading: null, phase: { is: 'previewing' } });
      const shown = reduce(state, read(inQuarantine(100, 'unknown')));
      expect(shown).toMatchObject({ action: 'quarantine', phase: { is: 'confirming' } });
      expect(shown.reading?.request.action).toBe('quarantine');
    });

    it.each<[string, Partial<Opening>, DialogEvent]>([
      ['whose holder lives', {}, first('alive')],
      ['whose holder is gone', {}, first('gone')],
      ['of a kind that cannot be', {}, first('unknown', false)],
      ['to somebody without the right', { mayQuarantine: false }, first('unknown')],
      ['that is to be extended', { opened: 'extend' }, first('unknown')],
    ])('chooses none for a lock %s', (_, change, event) => {
      const state = opened(change, event);
      expect(state.action).toBe(change.opened ?? 'release');
      expect(state.phase.is).toBe('confirming');
    });

    it('chooses none for one key of a hold over several', () => {
      const part = { lock: aLock({ name: 'other' }), sure: 'likely', seen: null, allowed: true };
      const hold = { hold: { parts: [part], more: 0 } } as unknown as Partial<Preview>;
      expect(opened({}, read(readingAt(0, '1', { ...lockOf('unknown'), ...hold }))).action).toBe('release');
    });

    it('leaves the choice of the operator, and what was read first, alone', () => {
      const chosen = opened(
        {},
        first('unknown'),
        read(inQuarantine(100, 'unknown')),
        { type: 'action-chosen', action: 'release' },
        read(readingAt(200, '1', lockOf('unknown'))),
      );
      expect(chosen.action).toBe('release');
      const late = opened({}, first('gone'), read(readingAt(1_000, '1', lockOf('unknown'))));
      expect(late.action, 'it is not moved under the hand').toBe('release');
      const again = [read(readingAt(300, '2')), { type: 'looked-again', atMs: 400 } as const];
      const after = read(readingAt(500, '2', lockOf('unknown')));
      expect([...again, after].reduce(reduce, chosen).action).toBe('release');
      expect(opened({}, first('gone'), ...again, after).action, 'another holder').toBe('quarantine');
    });
  });

  it('says of no other key that it came or went when another act is chosen', () => {
    const OTHER = aLock({ name: 'other' });
    const seen = { holdCount: null, acquisition: { sinceMs: 1, version: '1' } };
    const requires = { reason: false, typedKey: false, although: null };
    const part = { lock: OTHER, sure: 'likely', seen, allowed: true, requires };
    const whole = { hold: { parts: [part], more: 0 } } as unknown as Partial<Preview>;
    const extend = (at: number): DialogEvent =>
      read({ ...readingAt(at), request: { action: 'extend', leaseMs: 60_000 } });
    const release = (at: number, hold = whole): DialogEvent => read(readingAt(at, '1', hold));
    expect(stateAfter(release(0), extend(1)).phase.is).toBe('confirming');
    expect(stateAfter(extend(0), release(1), extend(2), release(3)).phase.is).toBe('confirming');
    expect(stateAfter(extend(0), release(1), extend(2), release(3, {})).phase.is).toBe('changed');
  });

  describe('with another key of the hold', () => {
    const OTHER = aLock({ name: 'other' });
    type Part = { version: string | null; isUnread?: boolean; sure?: string };

    function withPart(
      askedAtMs: number,
      { version, isUnread = false, sure = 'likely' }: Part,
    ): PreviewReading {
      const acquisition = version === null ? null : { sinceMs: 1, version };
      const seen = isUnread ? null : { holdCount: null, acquisition };
      const part = {
        lock: OTHER,
        sure,
        seen,
        allowed: !isUnread,
        requires: { reason: false, typedKey: false, although: null },
      };
      return readingAt(askedAtMs, '1', { hold: { parts: [part], more: 0 } } as unknown as Partial<Preview>);
    }
    const picked: DialogEvent = { type: 'picked', chosen: new Set([OTHER.id]) };
    const late = OLD_PREVIEW_MS + 1;

    it.each<[string, DialogEvent[], DialogState['phase']['is']]>([
      [
        'that could not be read at first, nor was it to be released',
        [
          read(withPart(0, { version: '1', isUnread: true })),
          TYPED,
          press(OLD_PREVIEW_MS),
          read(withPart(late, { version: '1' })),
        ],
        'changed',
      ],
      [
        'that cannot be read for the press',
        [
          read(withPart(0, { version: '1' })),
          TYPED,
          press(OLD_PREVIEW_MS),
          read(withPart(late, { version: '1', isUnread: true })),
        ],
        'confirming',
      ],
      [
        'that was picked and cannot be read for the press',
        [
          read(withPart(0, { version: '1', sure: 'possible' })),
          picked,
          TYPED,
          press(OLD_PREVIEW_MS),
          read(withPart(late, { version: '1', sure: 'possible', isUnread: true })),
        ],
        'confirming',
      ],
      [
        'that was taken anew after its hold became known',
        [
          read(withPart(0, { version: null })),
          TYPED,
          read(withPart(500, { version: '1' })),
          press(OLD_PREVIEW_MS + 500),
          read(withPart(late + 500, { version: '2' })),
        ],
        'changed',
      ],
      [
        'that is as it was',
        [
          read(withPart(0, { version: '1' })),
          TYPED,
          press(OLD_PREVIEW_MS),
          read(withPart(late, { version: '1' })),
        ],
        'sending',
      ],
    ])('%s: what was confirmed is sent, or nothing', (_, events, phase) => {
      expect(stateAfter(...events).phase.is).toBe(phase);
    });

    it('says that only what can be read goes with it', () => {
      const state = stateAfter(
        read(withPart(0, { version: '1', sure: 'possible' })),
        picked,
        read(withPart(500, { version: '1', sure: 'possible', isUnread: true })),
      );
      expect([...chosenOf(state)]).toEqual([]);
      expect([...chosenOf(reduce(state, read(withPart(900, { version: '1', sure: 'possible' }))))]).toEqual([
        OTHER.id,
      ]);
    });
  });

  it('holds for any order of events', () => {
    const at = fc.integer({ min: 0, max: 8_000 });
    const version = fc.constantFrom('1', '1', '1', '2');
    const event: fc.Arbitrary<DialogEvent> = fc.oneof(
      fc
        .record({ at, version, actsOff: fc.boolean() })
        .map(
          (of): DialogEvent => ({ type: 'read', reading: readingAt(of.at, of.version), actsOff: of.actsOff }),
        ),
      fc.record({ type: fc.constant('pressed' as const), atMs: at, actsOff: fc.boolean() }),
      fc.constantFrom<DialogEvent>(
        ...[
          TYPED,
          {
            type: 'typed',
            draft: { reason: '', ticket: '', typedKey: '', lease: '', quarantine: '', although: null },
          } as const,
        ],
        ...[{ type: 'read-failed', failure: FAILURE } as const, { type: 'done', done: {} as Done } as const],
        ...[{ type: 'action-chosen', action: 'extend' } as const],
        ...[{ type: 'action-chosen', action: 'release' } as const],
        { type: 'failed', failed: { is: 'unclear', failure: FAILURE } },
      ),
      at.map((atMs): DialogEvent => ({ type: 'looked-again', atMs })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state = startOf({ ...OPENING, mayQuarantine: true });
        for (const each of events) {
          const next = reduce(state, each);
          if (next.phase.is === 'sending' && state.phase.is !== 'sending') {
            const { act } = next.phase;
            expect(each.type === 'pressed' || state.phase.is === 'checking').toBe(true);
            expect('actsOff' in each && each.actsOff).toBe(false);
            expect(act.reading).toBe(next.reading);
            expect(act.reason).toBe('stuck');
            expect(missingOf({ ...next, phase: state.phase }, act.reading.askedAtMs, false)).toBeNull();
            expect(act.reading.preview.seen.acquisition).toEqual(next.base?.preview.seen.acquisition);
          }
          if (isDialogOver(state) && isOpen(next)) expect(each.type).toBe('looked-again');
          if (state.phase.is === 'sending' && next.phase.is !== 'sending')
            expect(['done', 'failed']).toContain(each.type);
          state = next;
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
