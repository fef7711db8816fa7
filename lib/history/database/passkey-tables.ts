/** Passkeys. `id` = the credential's own, base64url. Key: id. Unique: (account, nth). */
export type PasskeysTable = {
  id: string;
  account: string;
  /** Which of the account's it is, from 0: two that are added at once as the first cannot both be. */
  nth: number;
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signatures that it says it made; 0 = it does not count. */
  counter: number;
  /** JSON of how a browser reaches it. */
  transports: string;
  /** The name of the host that it is of: a browser offers it nowhere else. */
  rp: string;
  /** Names the account to it, base64url; the same in all of an account. */
  handle: string;
  /** 1 = added by a local user, who may sign in with it; 0 = it is for step-up alone. */
  signs_in: number;
  created_ms: number;
  used_ms: number | null;
};

/** Challenges that were not answered yet, by their hash. `bound` = hash of the session or of the browser's secret. Key: challenge. */
export type PasskeyChallengesTable = {
  challenge: string;
  purpose: string;
  bound: string;
  rp: string;
  /** Of a passkey that is made; null = none is. */
  handle: string | null;
  at_ms: number;
};
