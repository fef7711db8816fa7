import type { Heartbeat, Holder, HolderProcess, SeenProcess } from '../../contract/holder';
import { bytesOf, displayOf } from '../keys/bytes';
import { type ProcessRecord, processIdOfKey, processKeyOf } from '../keys/process-record';

/** What is known of a process from its heartbeat record; `record` is the last one that was seen, if any. */
export type ProcessSight = { record: ProcessRecord | null; heartbeat: Heartbeat };

/** Id under which the process may have a heartbeat record; null = its token names none. */
export function recordIdOf(process: HolderProcess | null): string | null {
  const id = process?.instance ?? null;
  return id !== null && processIdOfKey(processKeyOf(id)) !== null ? id : null;
}

/** What the token says, and what the record adds. The record knows better: a token has no room for every host name. */
export function seenProcess(token: HolderProcess, sight: ProcessSight | null): SeenProcess {
  const record = sight?.record ?? null;
  return {
    host: shown(record?.host ?? null) ?? token.host,
    pid: record?.pid ?? token.pid,
    instance: token.instance,
    app: shown(record?.app ?? null),
    label: shown(record?.label ?? null),
    startMs: record?.startMs ?? null,
    heartbeat: sight?.heartbeat ?? null,
  };
}

/** Application with its label, `checkout (eu-1)`; null = the process names neither. */
export function appName({ app, label }: Pick<SeenProcess, 'app' | 'label'>): string | null {
  return app !== null && label !== null ? `${app} (${label})` : (app ?? label);
}

/** `worker-7:4711`; the host alone where the process id is not known; null = not even that. */
export function hostName({ host, pid }: Pick<HolderProcess, 'host' | 'pid'>): string | null {
  return host === null || pid === null ? host : `${host}:${pid}`;
}

/** What to call a holder, `checkout (eu-1) · worker-7:4711`: as much of it as is known, else what its token says. */
export function holderLabel(ofToken: string | null, process: SeenProcess | null): string | null {
  if (!process) return ofToken;
  const app = appName(process);
  const place = hostName(process);
  if (app !== null) return place === null ? app : `${app} · ${place}`;
  return process.startMs === null ? ofToken : (place ?? ofToken);
}

/** Everything a holder may be looked for by, besides its token. */
export function holderNames({ label, process }: Pick<Holder, 'label' | 'process'>): string[] {
  const { host = null, pid = null, instance = null, app = null } = process ?? {};
  const names = [label, host, instance, app, process?.label ?? null, hostName({ host, pid }), pid];
  return names.flatMap((name) => (name === null ? [] : [String(name)]));
}

/** Anybody can write a record: control and direction characters must not reach a screen raw. */
function shown(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : displayOf(bytesOf(text)).text;
}
