import type { StepUpLack } from '../contract/action-codes';
import type { Target } from '../domain/nodes/target';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';
import type { Caller } from './with-audit';

/** When the caller answered with a passkey, where the act asks for that; why it is refused, where they did not. */
export type StepUp = { passkeyAtMs: number | null; refusal: ConsoleError | null };

type Asking = Pick<Runtime, 'access' | 'all'>;
type Stepping = Pick<Target, 'name' | 'stepUp'>;

const NOT_ASKED: StepUp = { passkeyAtMs: null, refusal: null };

/** Whether the caller may act on these targets, as far as a passkey of theirs has to confirm it. Read anew; never rejects. */
export async function stepUpFor(
  { access }: Pick<Asking, 'access'>,
  { by }: Pick<Caller, 'by'>,
  targets: readonly Stepping[],
): Promise<StepUp> {
  const asking = targets.find(({ stepUp }) => stepUp);
  if (!asking) return NOT_ASKED;
  try {
    const { atMs, lacks } = await access.passkeys.steppedUp(by);
    return { passkeyAtMs: atMs, refusal: lacks && refusalOf(lacks, asking.name) };
  } catch (cause) {
    const refusal = isConsoleError(cause)
      ? cause
      : new ConsoleError(
          'history-unavailable',
          'Whether a passkey confirmed it cannot be read.',
          {},
          { cause },
        );
    return { passkeyAtMs: null, refusal };
  }
}

/** Throws why the caller may not act on this target, as far as a passkey of theirs has to confirm it. */
export async function requireStepUp(
  runtime: Pick<Asking, 'access'>,
  caller: Caller,
  target: Stepping,
): Promise<void> {
  const { refusal } = await stepUpFor(runtime, caller, [target]);
  if (refusal) throw refusal;
}

/** A plan, with the confirmation that its reader lacks to act on it. */
export async function withStepUp<P extends object>(
  runtime: Asking,
  caller: Caller,
  plan: P,
  targets: readonly string[],
): Promise<P & { stepUp?: StepUpLack }> {
  // A plan may name a target that its reader may not see, or that is none.
  const seen = runtime.all().map(({ target }) => target);
  const named = seen.filter(({ name }) => targets.includes(name));
  const { refusal } = await stepUpFor(runtime, caller, named);
  const lacks = refusal?.details.lacks as StepUpLack | undefined;
  return { ...plan, ...(lacks !== undefined && { stepUp: lacks }) };
}

const WHY: Record<StepUpLack, string> = {
  passkey: 'one of your passkeys has to confirm it, within five minutes before.',
  'no-passkey': 'a passkey has to confirm it, and your account has none: add one first.',
  'no-session':
    "a passkey has to confirm it, which takes a sign-in at the console: no token, proxy's user or command line without a console can.",
};

function refusalOf(lacks: StepUpLack, target: string): ConsoleError {
  return new ConsoleError('step-up-required', `Acts on ${target} ask for step-up: ${WHY[lacks]}`, {
    target,
    lacks,
  });
}
