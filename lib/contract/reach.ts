import { z } from 'zod';
import { REACH_CODES } from './node-codes';

/** Where the settings of a target are from. */
export const settingsSource = z
  .discriminatedUnion('is', [
    z.object({
      is: z.literal('file'),
      file: z.string().meta({ description: 'Name of the file, without its folder.' }),
      key: z.string().meta({ description: 'The target in it, such as `targets[0]`.' }),
    }),
    z.object({ is: z.literal('variables') }),
    z.object({ is: z.literal('form') }),
    z.object({ is: z.literal('sample') }),
  ])
  .meta({ id: 'SettingsSource', description: 'sample = sample data of this console; no setting names it.' });

const settings = z
  .array(z.string())
  .meta({ description: 'Settings of the target, or variables, that concern it.' });
const from = settingsSource.nullable().meta({ description: 'Where these settings are; null = not known.' });

/** Why a server was not reached, or could not be used. */
export const ReachProblem = z
  .object({
    code: z.enum(REACH_CODES),
    message: z.string().meta({ description: 'In the words of Redis or of the system. Holds no secret.' }),
    settings,
    from,
  })
  .meta({ id: 'ReachProblem' });
export type ReachProblem = z.infer<typeof ReachProblem>;

/** Why a watched server gives no answer now. */
export const NodeFailure = z
  .object({
    code: z.enum(REACH_CODES),
    tried: z.string().meta({ description: 'Host and port; of a primary that sentinels name, its name.' }),
    settings,
    from,
    retryMs: z.number().meta({ description: 'It is tried again at least this often, ms.' }),
  })
  .meta({ id: 'NodeFailure' });
export type NodeFailure = z.infer<typeof NodeFailure>;
