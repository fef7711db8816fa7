import type { XrayVerb } from '../../contract/action-codes';

/** Megabytes of MONITOR output that are read at most, unless the target says otherwise. */
export const XRAY_MEGABYTES = 8;
/** Clients that an answer names for one server, those first that did most to the lock. */
export const XRAY_CLIENTS = 100;

/** No command of any kind. */
export function noCounts(): Record<XrayVerb, number> {
  return { tries: 0, renews: 0, releases: 0, waits: 0, reads: 0, touches: 0 };
}
