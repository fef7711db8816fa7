import type { ReachProblem } from '../../contract/reach';
import { type SettingsFrom, settingsFor } from '../../domain/nodes/settings-for';
import type { Endpoint } from '../../redis/connection';
import { connectionFailure } from '../../redis/reach/connection-problem';

/** Why a server was not reached or used, as a code, in the words of the error, and with the settings that concern it. */
export function reachProblem(error: Error, endpoint: Endpoint, from: SettingsFrom): ReachProblem {
  const failure = connectionFailure(error, endpoint);
  return { ...failure, settings: [...settingsFor(failure.code, from)], from: from.source };
}
