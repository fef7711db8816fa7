import { z } from 'zod';
import { epochMs, figure } from './leaves';
import { RIGHT_COSTS } from './node-codes';
import { ServerName } from './replica';
import { Grant } from './sessions';

/** A right of the console's Redis user, tried now. */
export const TestedRight = z
  .object({
    command: z.string(),
    costs: z.enum(RIGHT_COSTS).meta({ description: 'What follows without it.' }),
    needed: z.enum(['see', 'see-at-once', 'optional', 'act']).meta({ description: 'What it is needed for.' }),
    is: z.enum(['allowed', 'denied', 'absent', 'untried']).meta({
      description: 'absent = the server has no such command; untried = it gave no answer in time.',
    }),
  })
  .meta({ id: 'TestedRight' });
export type TestedRight = z.infer<typeof TestedRight>;

/** Why a server was not reached, or could not be used. */
const ReachProblem = z
  .object({
    code: z.enum([
      'refused',
      'no-host',
      'no-route',
      'timed-out',
      'silent',
      'closed',
      'tls',
      'not-tls',
      'wrong-password',
      'no-password',
      'no-database',
      'no-primary',
      'protected',
      'full',
      'loading',
      'other',
    ]),
    message: z.string().meta({ description: 'In the words of Redis or of the system. Holds no secret.' }),
    settings: z
      .array(z.string())
      .meta({ description: 'Settings of the target, or variables, that concern it.' }),
  })
  .meta({ id: 'ReachProblem' });
export type ReachProblem = z.infer<typeof ReachProblem>;

export const ServerTest = z
  .object({
    role: z.enum(['server', 'primary', 'node', 'master', 'replica', 'sentinel']),
    address: z.string().meta({ description: 'What was tried: host and port.' }),
    user: z.string().meta({ description: 'ACL user; `default` where none is configured.' }),
    encrypted: z.boolean().meta({ description: 'Whether the console speaks TLS to it.' }),
    tls: z.string().nullable().meta({ description: 'Version of TLS that was agreed on; null = none.' }),
    reached: z.boolean().meta({ description: 'It answered. It may have a problem all the same.' }),
    problem: ReachProblem.nullable(),
    server: ServerName,
    pingMs: figure,
    rights: z
      .array(TestedRight)
      .nullable()
      .meta({ description: 'null = not tried: it was not reached, or is a sentinel.' }),
    everyKey: z.boolean().nullable().meta({
      description: 'Whether the user may read every key. false = key patterns bound it; null = not known.',
    }),
    grant: z.string().nullable().meta({
      description: 'One ACL SETUSER line that adds what was denied; null = nothing was.',
    }),
  })
  .meta({ id: 'ServerTest' });
export type ServerTest = z.infer<typeof ServerTest>;

/** Takes nothing but the name in the path. */
export const TargetTestRequest = z.strictObject({}).meta({ id: 'TargetTestRequest' });

export const TargetTest = z
  .object({
    target: z.string(),
    atMs: epochMs,
    tookMs: z.number(),
    servers: z.array(ServerTest),
    nowMs: epochMs,
  })
  .meta({ id: 'TargetTest', description: 'Every server of a target, reached anew.' });
export type TargetTest = z.infer<typeof TargetTest>;

const TargetSetting = z
  .object({
    name: z.string(),
    environment: z.string(),
    production: z.boolean(),
    readOnly: z.boolean(),
    stepUp: z.boolean().meta({ description: 'Whether acts take a passkey of whoever asks.' }),
    twoPersons: z.object({ minutes: z.int() }).optional().meta({
      description: 'Every act waits so long for a second person; absent = one is enough.',
    }),
    topology: z.enum(['standalone', 'sentinel', 'cluster', 'redlock']),
    named: z.int().meta({ description: 'Servers that the configuration names.' }),
    test: TargetTest.nullable().meta({
      description: 'The last connection test that this console ran; null = none since it started.',
    }),
  })
  .meta({ id: 'TargetSetting' });
export type TargetSetting = z.infer<typeof TargetSetting>;

const RoleSetting = z
  .object({
    name: z.string(),
    users: z.array(z.string()),
    groups: z.array(z.string()),
    grants: z.array(Grant),
  })
  .meta({ id: 'RoleSetting', description: 'Without users and groups it is of everybody who signed in.' });
export type RoleSetting = z.infer<typeof RoleSetting>;

/** Which console collects a target. */
const CollectingConsole = z.object({
  target: z.string(),
  collectedBy: z
    .object({ url: z.string(), self: z.boolean() })
    .nullable()
    .meta({ description: 'null = no console does now, or it cannot be known.' }),
  problem: z.string().nullable().meta({ description: 'Why it cannot be known.' }),
});

const ConsoleHealth = z
  .object({
    role: z.enum(['all', 'web', 'collector']),
    peers: z
      .array(CollectingConsole)
      .nullable()
      .meta({ description: 'By target; null = this console shares nothing with others.' }),
    streams: z.int().meta({
      description: 'Live streams that are open in this process, of those who may see everything.',
    }),
    process: z.object({
      startedAtMs: epochMs,
      node: z.string(),
      memoryBytes: z.number().meta({ description: 'Resident memory.' }),
      heapBytes: z.number(),
    }),
  })
  .meta({ id: 'ConsoleHealth' });
export type ConsoleHealth = z.infer<typeof ConsoleHealth>;

export const SettingsAnswer = z
  .object({
    file: z.string().nullable().meta({ description: 'File of the configuration; null = variables.' }),
    readAtMs: epochMs,
    targets: z.array(TargetSetting),
    roles: z.array(RoleSetting).nullable().meta({ description: 'In effect; null = nobody signs in here.' }),
    console: ConsoleHealth,
    nowMs: epochMs,
  })
  .meta({ id: 'SettingsAnswer' });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;
