import { z } from 'zod';
import { PASSKEY_USES } from '../action-codes';
import { epochMs } from '../leaves';
import { MOST_PASSKEY_NAME } from '../limits';

/** Passkeys: challenges, answers of authenticators (WebAuthn), and the passkeys of an account. */

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);
const ID = base64url(1_400);

export const ChallengeRequest = z
  .strictObject({ use: z.enum(PASSKEY_USES) })
  .meta({ id: 'PasskeyChallengeRequest' });

export const Challenge = z
  .object({
    options: z.record(z.string(), z.unknown()).meta({
      description:
        'PublicKeyCredentialRequestOptionsJSON, or to add one PublicKeyCredentialCreationOptionsJSON.',
    }),
    nowMs: epochMs,
  })
  .meta({
    id: 'PasskeyChallenge',
    description: 'Holds once, for two minutes, in the browser or session that asked.',
  });
export type Challenge = z.infer<typeof Challenge>;

/** Other members that browsers send are not read. */
const credential = <T extends z.ZodType>(response: T) =>
  z.object({
    id: ID,
    rawId: ID,
    type: z.literal('public-key'),
    response,
  });

const clientDataJSON = base64url(8_000);

export const Assertion = credential(
  z.object({
    clientDataJSON,
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100).optional(),
  }),
).meta({ id: 'PasskeyAssertion', description: 'AuthenticationResponseJSON of WebAuthn.' });
export type Assertion = z.infer<typeof Assertion>;

const Attestation = credential(
  z.object({
    clientDataJSON,
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(32)).max(16).default([]),
  }),
).meta({ id: 'PasskeyAttestation', description: 'RegistrationResponseJSON of WebAuthn.' });
export type Attestation = z.infer<typeof Attestation>;

export const PasskeyRequest = z
  .strictObject({ name: z.string().trim().min(1).max(MOST_PASSKEY_NAME), credential: Attestation })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

export const AssertionRequest = z
  .strictObject({ credential: Assertion })
  .meta({ id: 'PasskeyAssertionRequest' });
export type AssertionRequest = z.infer<typeof AssertionRequest>;

const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z
      .string()
      .meta({ description: 'The name in the address at which it answers; it does at no other.' }),
    signsIn: z
      .boolean()
      .meta({ description: 'Whether its user may sign in with it; false = it confirms acts alone.' }),
    createdMs: epochMs,
    usedMs: epochMs.nullable().meta({ description: 'null = not since it was added.' }),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const PasskeysAnswer = z
  .object({
    passkeys: z.array(Passkey),
    host: z.string().nullable().meta({
      description: 'The name at which this was asked; null = an address, at which browsers know no passkeys.',
    }),
    steppedUpUntilMs: epochMs.nullable().meta({
      description:
        'Until when the last confirmation by passkey counts in this session; null = there is none that does.',
    }),
    nowMs: epochMs,
  })
  .meta({ id: 'PasskeysAnswer' });
export type PasskeysAnswer = z.infer<typeof PasskeysAnswer>;

export const StepUpAnswer = z
  .object({ steppedUpUntilMs: epochMs, auditId: z.int(), nowMs: epochMs })
  .meta({ id: 'StepUpAnswer' });
export type StepUpAnswer = z.infer<typeof StepUpAnswer>;
