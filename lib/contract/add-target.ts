import { z } from 'zod';
import { epochMs } from './leaves';
import { SampleData, TargetTest } from './settings';

/** Most addresses that are typed for one target; its servers are found from there. */
const MOST_ADDRESSES = 16;

const tlsFile = (description: string) => z.string().min(1).max(1_000).optional().meta({ description });

/** Files on the machine of the console, whose contents are in no answer. */
const TlsDraft = z.strictObject({
  ca: tlsFile('Path of the certificates of the authority that signed the servers, PEM.'),
  cert: tlsFile('Path of the certificate of the console, PEM; with `key`.'),
  key: tlsFile('Path of its key, PEM without a passphrase.'),
  servername: z.string().min(1).max(253).optional().meta({
    description: 'Name in the certificates of the servers, where it is another than that of the address.',
  }),
});

/** A target as a person types it. The password is in no answer. */
export const TargetDraft = z
  .strictObject({
    name: z.string().min(1).max(64),
    environment: z.string().trim().min(1).max(32).optional(),
    topology: z.enum(['standalone', 'sentinel', 'cluster', 'redlock']),
    addresses: z.array(z.string().min(1).max(1_000)).min(1).max(MOST_ADDRESSES).meta({
      description:
        'redis:// or rediss:// URLs: of the one server; of the sentinels; of some nodes of a cluster; of every master of a Redlock group.',
    }),
    primary: z.string().min(1).max(256).optional().meta({ description: 'Its name among the sentinels.' }),
    username: z.string().min(1).max(256).optional(),
    password: z.string().min(1).max(1_024).optional(),
    tls: TlsDraft.optional().meta({
      description: 'For rediss:// addresses. Relative paths are of the folder of the configuration file.',
    }),
    readOnly: z.boolean().optional().meta({ description: 'Refuse every release and extension.' }),
  })
  .refine(({ topology, addresses }) => topology !== 'standalone' || addresses.length === 1, {
    path: ['addresses'],
    message: 'one standalone server has one address',
  })
  .meta({ id: 'TargetDraft' });
export type TargetDraft = z.infer<typeof TargetDraft>;

export const DraftTest = z
  .object({ test: TargetTest, auditId: z.int(), nowMs: epochMs })
  .meta({ id: 'DraftTest', description: 'Every server that the draft names, reached now.' });
export type DraftTest = z.infer<typeof DraftTest>;

export const TargetAdded = z
  .object({ target: z.string(), file: z.string(), auditId: z.int(), nowMs: epochMs })
  .meta({ id: 'TargetAdded', description: 'It is in the file, and watched.' });
export type TargetAdded = z.infer<typeof TargetAdded>;

export const SampleRequest = z.strictObject({ on: z.boolean() }).meta({ id: 'SampleRequest' });
export type SampleRequest = z.infer<typeof SampleRequest>;

export const SampleChange = z
  .object({ sample: SampleData, auditId: z.int(), nowMs: epochMs })
  .meta({ id: 'SampleChange' });
export type SampleChange = z.infer<typeof SampleChange>;
