import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

/** An owner, bare or serialised, or the serialised `true` of releases that add instead of lock. */
const OWNER = /^(?:[A-Za-z0-9]{16}|s:16:"[A-Za-z0-9]{16}";|b:1;)$/;
const TRUE = 'b:1;';
const tokenIn = nameAndValue([4, 24], /framework[/\\](?:schedule-[0-9a-f]{40}|command-)/, OWNER);

/**
 * Laravel's scheduled and isolated commands. One that runs on one server only keeps its lock for an hour, on purpose, so
 * that no other server runs it too.
 */
export const laravelSchedule = defineFormat({
  id: 'laravel-schedule',
  library: 'Laravel scheduler',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [/framework[/\\](?:schedule|command)-/],
  recognise: (sight) => (tokenIn(sight) ? 'likely' : null),
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: raw.value !== TRUE }),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps', 'cool-down'],
  ...bySeenDeadline,
});
