import { z } from 'zod';
import { Grant } from './access/sessions';
import { epochMs, figure } from './leaves';
import { RIGHT_COSTS } from './node-codes';
import { ReachProblem, settingsSource } from './reach';
import { ServerName } from './replica';

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

const PatternSetting = z.object({
  glob: z.string(),
  is: z.enum(['lock', 'not-a-lock']),
  releases: z.boolean().meta({ description: 'Whether values that no format takes may be released.' }),
  setting: z.string().meta({ description: 'Of the target, or a variable.' }),
});
export type PatternSetting = z.infer<typeof PatternSetting>;

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
    from: settingsSource.nullable().meta({ description: 'null = not known.' }),
    patterns: z
      .array(PatternSetting)
      .meta({ description: 'Of its configuration; decisions of operators are in GET /api/possible.' }),
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

const Adding = z.object({
  file: z
    .string()
    .nullable()
    .meta({ description: 'Where targets are saved, and will be before the first; null = nowhere.' }),
  refused: z.enum(['variables', 'consoles']).nullable().meta({
    description:
      'Why none can be added: they are from variables, or several consoles have to have the same; null = one can.',
  }),
});
export type AddingRefused = NonNullable<z.infer<typeof Adding>['refused']>;

/** Made-up locks on servers of this console's own, which end with it. */
export const SampleData = z
  .object({
    state: z.enum(['off', 'starting', 'on', 'stopping', 'failed']),
    problem: z.enum(['no-redis-server', 'no-files', 'ended']).nullable().meta({
      description: 'A missing program or file, or `ended` = it ended by itself; null = nothing went wrong.',
    }),
  })
  .meta({ id: 'SampleData' });
export type SampleData = z.infer<typeof SampleData>;

export const SettingsAnswer = z
  .object({
    file: z
      .string()
      .nullable()
      .meta({ description: 'File of the configuration; null = variables, or none yet.' }),
    adding: Adding,
    sample: SampleData,
    readAtMs: epochMs,
    targets: z.array(TargetSetting),
    roles: z.array(RoleSetting).nullable().meta({ description: 'In effect; null = nobody signs in here.' }),
    console: ConsoleHealth,
    nowMs: epochMs,
  })
  .meta({ id: 'SettingsAnswer' });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;
