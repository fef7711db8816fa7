/**
 * What the release of a lock of some library may bring about. The words live in the message catalogue under
 * `consequence.<code>`.
 */
export const HAZARDS = [
  'job-runs-twice',
  'key-re-created',
  'process-may-crash',
  'running-job-fails',
  'second-run-overlaps',
  'cool-down',
  'other-nodes-hold',
  'counter-may-drift',
  'waiters-sleep-on',
  'deletes-successor',
] as const;
export type HazardCode = (typeof HAZARDS)[number];
