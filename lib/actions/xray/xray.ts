import type { XrayNode, XrayRequest, XrayResult } from '../../contract/xray';
import { displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { type KeyLocation, locate } from '../../reads/find-lock';
import { asOwnRead } from '../../reads/own-reads';
import type { Runtime } from '../../server/runtime/types';
import { type AuditedAttempt, type Caller, countedBy, withAudit } from '../with-audit';
import { type Server, xrayNamesOf, xrayServersOf } from './xray-place';
import { xrayServer } from './xray-server';

type XrayCall = {
  id: LockId;
  body: Required<XrayRequest>;
  caller: Caller;
  /** The caller gave up: it ends at once. */
  signal: AbortSignal;
};

/** Servers that are listened to now. */
const busy = new WeakMap<Runtime['config'], Set<string>>();

/**
 * Which clients try, hold and renew one lock, by listening to its server, or to each master of a Redlock group in turn, for
 * `seconds`. The audit has it before it begins and learns how it ended. Throws `xray-off` where the target's setting does not
 * allow it, `xray-busy` while another one listens to the same server, `rate-limited`, `aborted` when the caller gave up, and
 * as `xrayServer`; of a group only where no master could be listened to. Every error but the rate's names its audit entry.
 */
export function xray(runtime: Runtime, call: XrayCall): Promise<XrayResult> {
  return runtime.finish(audited(runtime, call));
}

async function audited(runtime: Runtime, call: XrayCall): Promise<XrayResult> {
  const { caller, body } = call;
  runtime.actLimit.take(countedBy(caller));
  const place = locate(runtime, call.id);
  const attempt: AuditedAttempt = {
    action: 'xray',
    target: place.watched.target.name,
    lockId: place.id,
    key: displayOf(place.key).text,
    caller,
    details: { seconds: body.seconds },
  };
  const work = async () => {
    const result = await perform(runtime, call, place);
    const nodes = result.nodes.map(({ node, ended, ranMs, bytes }) => ({ node, ended, ranMs, bytes }));
    return { outcome: 'sampled' as const, facts: { nodes }, result };
  };
  // One that was stopped had listened for a while.
  const { result, entry } = await withAudit(runtime, attempt, work, { outcomes: { aborted: 'sampled' } });
  return { ...result, auditId: entry.id };
}

async function perform(
  runtime: Runtime,
  { id, body: { seconds }, signal }: XrayCall,
  place: KeyLocation,
): Promise<Omit<XrayResult, 'auditId'>> {
  const { target } = place.watched;
  if (!target.xray) {
    const text = `X-rays are off: "xray": true in the configuration of ${target.name} turns them on.`;
    throw new ConsoleError('xray-off', text, { setting: 'xray', target: target.name });
  }
  const { maxBytes } = target.xray;
  const stopped = new ConsoleError('aborted', 'The X-ray was stopped before it was over.');
  const stop = new AbortController();
  const gaveUp = () => stop.abort(stopped);
  signal.addEventListener('abort', gaveUp);
  if (signal.aborted) gaveUp();
  const leave = enter(runtime, xrayServersOf(place));
  try {
    const startedAtMs = runtime.now();
    const names = await asOwnRead(runtime, id, () => xrayNamesOf(runtime, place));
    const limits = { ms: seconds * 1_000, maxBytes, signal: stop.signal };
    const nodes: XrayNode[] = [];
    const failures: ConsoleError[] = [];
    for (const { node, endpoint } of xrayServersOf(place)) {
      try {
        nodes.push({ node, why: null, ...(await xrayServer(endpoint, names, limits)) });
      } catch (error) {
        if (stop.signal.aborted || !isConsoleError(error)) throw error;
        failures.push(error);
        nodes.push(unreached(node, error.message));
      }
    }
    const [failure] = failures;
    if (failure && failures.length === nodes.length) throw failure;
    const key = displayOf(place.key);
    return { id, key, seconds, maxBytes, nodes, startedAtMs, atMs: runtime.now() };
  } finally {
    signal.removeEventListener('abort', gaveUp);
    leave();
  }
}

/** Takes these servers for one X-ray. Returns what gives them back; throws `xray-busy`. */
function enter(runtime: Runtime, servers: readonly Server[]): () => void {
  const taken = busy.get(runtime.config) ?? new Set<string>();
  busy.set(runtime.config, taken);
  const nodes = servers.map(({ node }) => node);
  const under = nodes.find((node) => taken.has(node));
  if (under !== undefined)
    throw new ConsoleError(
      'xray-busy',
      `Another X-ray listens to ${under} now; try again in a few seconds.`,
      {
        node: under,
      },
    );
  for (const node of nodes) taken.add(node);
  return () => {
    for (const node of nodes) taken.delete(node);
  };
}

function unreached(node: string, why: string): XrayNode {
  return {
    node,
    ended: 'unreached',
    why,
    ranMs: 0,
    bytes: 0,
    commands: 0,
    named: 0,
    ours: 0,
    unattributed: 0,
    latency: { beforeMs: 0, worstMs: 0, limitMs: 0 },
    clients: [],
    moreClients: 0,
  };
}
