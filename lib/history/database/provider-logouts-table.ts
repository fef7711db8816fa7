/** Logout tokens of a provider that were taken, by the hash of their `jti`. '' = it names none. */
export type ProviderLogoutsTable = {
  jti: string;
  subject: string;
  sid: string;
  /** When the provider issued it. */
  at_ms: number;
};
