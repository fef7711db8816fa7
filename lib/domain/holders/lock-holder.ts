import type { Heartbeat, Holder, HolderProcess, SeenProcess } from '../../contract/holder';
import { bytesOf, displayOf } from '../keys/bytes';
import { type ProcessRecord, processIdOfKey, processKeyOf } from '../keys/process-record';

/** Data of a process from its heartbeat record; `record` is the last one that was seen, if any. */
export type ProcessSight = { record: ProcessRecord | null; heartbeat: Heartbeat };

/** Id under which the process may have a heartbeat record; null = its token contains none. */
export function recordIdOf(process: HolderProcess | null): string | null {
  const id = process?.instance ?? null;
  return id !== null && processIdOfKey(processKeyOf(id)) !== null ? id : null;
}

/** Merges the token's data with the record's. The record wins: a token has no room for every host name. */
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

/** `worker-7:4711`; the host alone where the pid is not known; null = the host is not known either. */
export function hostName({ host, pid }: Pick<HolderProcess, 'host' | 'pid'>): string | null {
  return host === null || pid === null ? host : `${host}:${pid}`;
}

/** Label of a holder, `checkout (eu-1) · worker-7:4711`, as far as its parts are known; else the token's label. */
export function holderLabel(ofToken: string | null, process: SeenProcess | null): string | null {
  if (!process) return ofToken;
  const app = appName(process);
  const place = hostName(process);
  if (app !== null) return place === null ? app : `${app} · ${place}`;
  return process.startMs === null ? ofToken : (place ?? ofToken);
}

/** Every name that a search can find a holder by, besides its token. */
export function holderNames({ label, process }: Pick<Holder, 'label' | 'process'>): string[] {
  const { host = null, pid = null, instance = null, app = null } = process ?? {};
  const names = [label, host, instance, app, process?.label ?? null, hostName({ host, pid }), pid];
  return names.flatMap((name) => (name === null ? [] : [String(name)]));
}

/** Any client can write a record: control and direction characters must not reach a screen unescaped. */
function shown(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : displayOf(bytesOf(text)).text;
}
