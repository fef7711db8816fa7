import type { DraftTest, TargetAdded, TargetDraft } from '../contract/add-target';
import type { TargetTest } from '../contract/settings';
import { ConsoleError } from '../domain/values/errors';
import { testOf } from '../reads/settings/target-test';
import { addressOf } from '../redis/connection';
import type { Runtime } from '../server/runtime/types';
import { type AuditedAttempt, type Caller, countedBy, withAudit } from './with-audit';

/**
 * Reaches every server that a draft names, and saves nothing. The audit has who had which addresses tried. Throws
 * `invalid-argument`, which names the setting, and `rate-limited`; servers that fail are in the answer.
 */
export async function testDraft(runtime: Runtime, draft: TargetDraft, caller: Caller): Promise<DraftTest> {
  runtime.actLimit.take(countedBy(caller));
  const { result: test, entry } = await withAudit(
    runtime,
    attemptOf('test-target', draft, caller),
    async () => {
      const target = runtime.targetFile.draft(settingsOf(draft));
      const result = await testOf(target, [], runtime.now);
      return { outcome: 'tested', facts: { servers: foundIn(result) }, result };
    },
  );
  return { test, auditId: entry.id, nowMs: runtime.now() };
}

/**
 * Saves a target in the file of the configuration, and watches it. Whoever ends the console in between finds it watched
 * after the next start. Throws as `TargetFile.add`, `invalid-argument` for a name that is watched, and `rate-limited`.
 */
export async function addTarget(runtime: Runtime, draft: TargetDraft, caller: Caller): Promise<TargetAdded> {
  runtime.actLimit.take(countedBy(caller));
  return runtime.finish(audited(runtime, draft, caller));
}

async function audited(runtime: Runtime, draft: TargetDraft, caller: Caller): Promise<TargetAdded> {
  const { targetFile } = runtime;
  const { entry } = await withAudit(runtime, attemptOf('add-target', draft, caller), async () => {
    if (runtime.all().some(({ target }) => target.name === draft.name))
      throw new ConsoleError('invalid-argument', `There is a target called ${draft.name} already.`, {
        setting: 'name',
      });
    const target = await targetFile.add(settingsOf(draft));
    runtime.watch(target);
    return { outcome: 'added', facts: {}, result: null };
  });
  return { target: draft.name, file: targetFile.path ?? '', auditId: entry.id, nowMs: runtime.now() };
}

/** The draft in the words of the configuration file. */
function settingsOf(draft: TargetDraft): object {
  const { name, environment, addresses, topology, readOnly, ...others } = draft;
  return {
    name,
    ...(environment !== undefined && { environment }),
    ...(topology === 'standalone' ? { url: addresses[0] } : { topology, nodes: addresses }),
    ...others,
    ...(readOnly && { readOnly }),
  };
}

/** Who asks for what: addresses and names of files, never credentials. */
function attemptOf(action: AuditedAttempt['action'], draft: TargetDraft, caller: Caller): AuditedAttempt {
  const { name, topology, environment, addresses, primary, username, tls, readOnly = false } = draft;
  const details = {
    ...{ topology, addresses: addresses.map(placeIn), readOnly },
    ...(environment !== undefined && { environment }),
    ...(primary !== undefined && { primary }),
    ...(username !== undefined && { username }),
    ...(tls !== undefined && { tls }),
  };
  return { action, target: '', lockId: null, key: name, caller, details };
}

function placeIn(url: string): string {
  try {
    return addressOf({ url, tls: null });
  } catch {
    return 'not an address';
  }
}

function foundIn({ servers }: TargetTest): string[] {
  return servers.map(
    ({ address, reached, problem }) =>
      `${address}: ${problem?.code ?? (reached ? 'reached' : 'not reached')}`,
  );
}
