import type { XrayVerb } from '../../contract/action-codes';

/** Limit of the MONITOR output that is read, in megabytes, unless the target sets another. */
export const XRAY_MEGABYTES = 8;
/** Most clients that a result lists for one server, the most active on the lock first. */
export const XRAY_CLIENTS = 100;

/** Zero commands of each kind. */
export function noCounts(): Record<XrayVerb, number> {
  return { tries: 0, renews: 0, releases: 0, waits: 0, reads: 0, touches: 0 };
}
