import type { LockAction } from '../../lib/contract/action-codes';
import type { ActionRequest, ActionResult, Preview, PreviewRequest } from '../../lib/contract/actions';
import { alsoOf, type Chosen, consequencesFor, requiresFor } from '../../lib/domain/actions/hold-choice';
import type { LockId } from '../../lib/domain/keys/lock-id';
import type { ConsoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import { chosenKeys, holdFacts, holdLines, isShort, outcomeWords } from './hold-words';
import { digestsNamed, isNamedHolder } from './lock-address';
import { facts, type Output } from './output';
import { awaitedRenewal, renewsWords } from './renewal-wait';
import { askForAct } from './requests';
import { nodeLines, nodesFact } from './vote-words';
import {
  auditWords,
  consequenceWords,
  countWords,
  holderWords,
  modeWords,
  ttlWords,
  verdictWords,
  waitingWords,
} from './words';

export type ActionOptions = {
  action: LockAction;
  ifHolder: string;
  reason: string;
  /** Reference to a ticket, for the audit. */
  ticket?: string;
  leaseMs?: number;
  /** How long nobody can have it, in ms. */
  quarantineMs?: number;
  /** Releases although the holder is alive, or may renew for all that is known yet. */
  alive?: boolean;
  /** How long to wait for a renewal that may come before a consent is asked for, ms; absent = not at all. */
  patienceMs?: number;
  yes: boolean;
  dryRun: boolean;
  json: boolean;
  /** Which other keys of the same hold are released: those with these ids; absent = all that are known to be of it. */
  also?: readonly LockId[];
  /** Asks a second person for it; the request is under this address of the console. */
  ask?: string;
};

/**
 * `lockscope release`, `extend` and `quarantine`: reads the lock, refuses when its holder is not the one named, shows what will
 * happen, asks, and acts on exactly what was read. Nothing is touched when anything changed in between. A hold over several
 * keys is released whole unless `also` says otherwise. `short` when it was done on too few masters of a Redlock group, or
 * not on all keys that were asked for. With `ask` a second person is asked, and nothing is touched.
 */
export async function runActionCommand(
  console: ConsoleClient,
  id: LockId,
  options: ActionOptions,
  out: Output,
): Promise<ExitCode> {
  const { action, leaseMs } = options;
  const read = () => previewOf(console, id, options);
  const preview = await watchedLongEnough(await read(), read, options, out);
  const chosen = chosenKeys(preview.hold, options.also);
  if (!options.json) out.line(previewWords(preview, chosen));
  refuseUnlessAllowed(preview, options);
  refuseUnlessAsked(preview, options);
  refuseUnlessGiven(requiresFor(preview, chosen), options, preview.nowMs);
  if (options.dryRun) {
    if (options.json) out.line(JSON.stringify(preview, null, 2));
    return ExitCode.done;
  }

  const { typedKey: isTyped } = requiresFor(preview, chosen);
  const typedKey = await confirm(preview, isTyped, options, out);
  const also = alsoOf(preview.hold, chosen);
  const request: ActionRequest = {
    seen: preview.seen,
    reason: options.reason,
    ...(options.ticket !== undefined && { ticket: options.ticket }),
    ...(leaseMs !== undefined && { leaseMs }),
    ...(options.quarantineMs !== undefined && { quarantineMs: options.quarantineMs }),
    ...(isTyped && { typedKey }),
    ...(options.alive && action !== 'extend' && { although: 'alive' as const }),
    ...(also.length > 0 && { also }),
  };
  if (options.ask !== undefined) {
    await askForAct(console, id, { ...request, action }, { json: options.json, url: options.ask }, out);
    return ExitCode.done;
  }
  const result = await console.call(`POST /api/locks/{id}/${action}`, { id, body: request });
  out.line(
    options.json
      ? JSON.stringify(result, null, 2)
      : [...nodeLines(preview.lock, result), ...holdLines(preview, result), resultWords(result)].join('\n'),
  );
  return isShort(preview, result) ? ExitCode.short : ExitCode.done;
}

/** Of the holder that is named, where several have the lock; else of the first, which is refused when it is another. */
async function previewOf(
  console: ConsoleClient,
  id: LockId,
  { action, leaseMs, quarantineMs, ifHolder }: ActionOptions,
): Promise<Preview> {
  const ask: PreviewRequest = {
    action,
    ...(leaseMs !== undefined && { leaseMs }),
    ...(quarantineMs !== undefined && { quarantineMs }),
  };
  const read = (tokenDigest?: string) =>
    console.call('POST /api/locks/{id}/preview', {
      id,
      body: { ...ask, ...(tokenDigest && { tokenDigest }) },
    });
  const first = await read();
  if (isNamedHolder(ifHolder, first.seen.tokenDigest) || first.lock.holders.length < 2) return first;
  for (const tokenDigest of digestsNamed(ifHolder)) {
    try {
      return await read(tokenDigest);
    } catch (error) {
      if (!(error instanceof CommandError && error.code === 'not-held')) throw error;
    }
  }
  return first;
}

/** The same, once its holder was watched for as long as a renewal may take, where that is soon. */
async function watchedLongEnough(
  first: Preview,
  read: () => Promise<Preview>,
  options: ActionOptions,
  out: Output,
): Promise<Preview> {
  if (!first.allowed || !isNamedHolder(options.ifHolder, first.seen.tokenDigest)) return first;
  const { untilMs } = requiresFor(first, chosenKeys(first.hold, options.also));
  return (await awaitedRenewal({ untilMs, nowMs: first.nowMs }, options, out)) ? read() : first;
}

function refuseUnlessAllowed(preview: Preview, { ifHolder }: ActionOptions): void {
  if (!isNamedHolder(ifHolder, preview.seen.tokenDigest)) {
    throw new CommandError(
      ExitCode.changed,
      'changed',
      `the holder is not the one named but ${holderWords(preview.lock)}; nothing was touched`,
      { seen: preview.seen },
    );
  }
  if (!preview.allowed) {
    throw new CommandError(
      ExitCode.error,
      preview.why?.code ?? 'denied',
      preview.why?.message ?? 'not allowed',
    );
  }
}

/** The console says the same of whoever passes this over. */
function refuseUnlessAsked({ secondPerson, lock }: Preview, { ask, dryRun }: ActionOptions): void {
  if (!secondPerson || ask !== undefined || dryRun) return;
  const text = `${lock.target} takes two persons: to ask a second one: --ask`;
  throw new CommandError(ExitCode.error, 'second-person', text, { problem: 'needed' });
}

function refuseUnlessGiven(
  { although, untilMs, ...requires }: Preview['requires'],
  { reason, alive }: ActionOptions,
  nowMs: number,
): void {
  if (although !== null && !alive) {
    const why = although === 'alive' ? 'the holder is alive' : renewsWords('the holder', untilMs, nowMs);
    throw new CommandError(ExitCode.usage, 'although', `${why}; to release it all the same: --alive`);
  }
  // The console shows its line with … where the reason goes.
  const given = reason.trim() === '…' ? '' : reason.trim();
  if (given === '' && (requires.reason || reason !== '')) {
    throw new CommandError(ExitCode.usage, 'usage', 'say why: --reason TEXT');
  }
}

/** What the person typed, or the key on their behalf with `--yes`. Throws when they did not agree. */
async function confirm(
  preview: Preview,
  isTyped: boolean,
  options: ActionOptions,
  out: Output,
): Promise<string> {
  if (options.yes) return preview.typedKey;
  const wanted = isTyped ? preview.typedKey : 'yes';
  const answer = options.json ? null : await out.ask(`Type ${wanted} to ${options.action}: `);
  if (answer === wanted) return preview.typedKey;
  const message =
    answer === null
      ? 'nothing was done: repeat with --yes to act'
      : 'nothing was done: that is not what was asked';
  throw new CommandError(ExitCode.usage, 'not-confirmed', message, { preview });
}

function previewWords(preview: Preview, chosen: Chosen): string {
  const { lock, holder, hold } = preview;
  const others = lock.holders.length - 1;
  const pairs: [string, string][] = [
    ['key', lock.key.text],
    ['target', `${lock.target}, db ${lock.db}`],
    ...nodesFact(lock),
    ['format', lock.format.library],
    ['holder', holderWords({ holders: [holder] })],
    ...(holder.mode === 'exclusive' ? [] : [['mode', modeWords(holder.mode)] as [string, string]]),
    ['holder is', verdictWords(holder)],
    ['hold count', countWords(holder.holdCount)],
    ['TTL', ttlWords(holder.ttlMs)],
    ...(others > 0 ? [['others', `${others} more have it`] as [string, string]] : []),
    ['waiters', waitingWords(lock.waiters.count)],
    ...holdFacts(lock, hold, chosen),
  ];
  const lines = consequencesFor(preview, chosen).map((each) => `- ${consequenceWords(each)}`);
  return [facts(pairs), ...lines].join('\n');
}

function resultWords(result: ActionResult): string {
  const woken = result.woken === null ? '' : `, release message reached ${result.woken}`;
  const freed =
    result.freedAtMs === undefined ? '' : `, released at ${new Date(result.freedAtMs).toISOString()}`;
  return `${outcomeWords(result)}${freed}${woken}, ${auditWords(result.auditId)}`;
}
