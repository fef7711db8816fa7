import { z } from 'zod';
import { APPROVAL_MINUTES } from '../../contract/limits';
import { XRAY_MEGABYTES } from '../../domain/actions/xray';
import { isTargetName } from '../../domain/keys/lock-id';
import { historySchema } from './config-history';
import { linksSchema } from './config-links';
import { signInSchema } from './config-sign-in';
import { isPossibleHost } from './host-name';
import { rulesSchema } from './rule-schema';

/** Topologies this console can watch today. */
export const TOPOLOGIES = ['standalone', 'sentinel', 'cluster', 'redlock'] as const;
/** Letters of the line above every page. */
const NOTICE_LENGTH = 160;
export const DEFAULT_COMMANDS_PER_SECOND = 5_000;

/** Whether a text is a Redis URL we can use. Options in a query are refused: they could hold a secret nobody redacts. */
export function redisUrlProblem(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
    decodeURIComponent(url.username);
    decodeURIComponent(url.password);
  } catch {
    return 'must be a URL such as redis://user:password@host:6379/0 (percent-encode special characters)';
  }
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') return 'must start with redis:// or rediss://';
  if (!url.hostname) return 'must name a host';
  if (!isPossibleHost(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return 'must name a host that can exist';
  if (url.search || url.hash) return 'must not have a query or fragment';
  if (!/^(?:\/(?:\d{1,5})?)?$/.test(url.pathname)) return 'must end in a database number, if in anything';
  return null;
}

const redisUrl = z.string().superRefine((text, context) => {
  const problem = redisUrlProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const memberSchema = z
  .strictObject(
    {
      topology: z.enum(['sentinel', 'cluster'], { error: 'must be sentinel or cluster' }),
      nodes: z
        .array(redisUrl)
        .min(1, 'must name at least one')
        .max(64)
        .meta({ description: 'URLs of its sentinels, or of some of its nodes.' }),
      primary: z.string().min(1).optional().meta({ description: 'What the sentinels call the primary.' }),
    },
    { error: 'must be a URL, or { "topology", "nodes", "primary"? }' },
  )
  .superRefine(({ topology, primary }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['primary'], message });
    if (topology === 'sentinel' && primary === undefined) refuse('is missing');
    if (topology === 'cluster' && primary !== undefined) refuse('is for the sentinel topology');
  })
  .meta({ description: 'A master of a Redlock group that sentinels name, or that is a cluster.' });

/** A master of a Redlock group that is no single server. */
export type MemberSettings = z.infer<typeof memberSchema>;

const nodeSchema = z.union([redisUrl, memberSchema], {
  error: 'must be a URL, or { "topology": "sentinel" | "cluster", "nodes", "primary"? }',
});

const tlsSchema = z
  .strictObject({
    ca: z.string().min(1).optional().meta({ description: 'File of the authority that signed the servers.' }),
    cert: z.string().min(1).optional().meta({ description: 'File of our certificate (mTLS).' }),
    key: z.string().min(1).optional().meta({ description: 'File of its key.' }),
    servername: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Name in the certificates of the servers.' }),
  })
  .refine(({ cert, key }) => (cert === undefined) === (key === undefined), 'needs cert and key together')
  .meta({ description: 'For rediss:// URLs. Files in PEM form, read at the start.' });

const keyPattern = z.union(
  [
    z.string().min(1),
    z.strictObject({
      glob: z.string().min(1),
      release: z.boolean().optional().meta({
        description: 'Whether values under it that no format takes may be released. Default false.',
      }),
    }),
  ],
  { error: 'must be a Redis glob or { "glob", "release"? }' },
);

const twoPersonsSchema = z.union(
  [z.boolean(), z.strictObject({ minutes: z.int().min(APPROVAL_MINUTES.least).max(APPROVAL_MINUTES.most) })],
  {
    error: `must be true, false or { "minutes": ${APPROVAL_MINUTES.least} to ${APPROVAL_MINUTES.most} }`,
  },
);

const targetSchema = z
  .strictObject({
    name: z
      .string()
      .refine(isTargetName, 'must be lower case letters, digits and inner hyphens, at most 64')
      .meta({ description: 'Name of the target; part of every lock id.' }),
    environment: z.string().trim().min(1).max(32).optional().meta({
      description: 'Label on the band at the top. "production" (or prod) raises friction.',
    }),
    production: z
      .boolean()
      .optional()
      .meta({ description: 'Whether releasing needs a reason and the typed key.' }),
    topology: z
      .enum(TOPOLOGIES, { error: `must be one of ${TOPOLOGIES.join(', ')}` })
      .optional()
      .meta({ description: 'What the servers are together. Default standalone.' }),
    url: redisUrl.optional().meta({ description: 'redis:// or rediss:// URL of a standalone server.' }),
    nodes: z.array(nodeSchema).min(1, 'must name at least one').max(64).optional().meta({
      description:
        'URLs of the sentinels, of some nodes of the cluster (they tell of the others), or of all masters of the Redlock group, of which each may also be one that sentinels name, or a cluster.',
    }),
    primary: z.string().min(1).optional().meta({ description: 'What the sentinels call the primary.' }),
    tls: tlsSchema.optional(),
    username: z.string().min(1).optional().meta({ description: 'ACL user; instead of one in the URL.' }),
    password: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Password as it is; instead of one in the URL.' }),
    db: z.int().min(0).max(99_999).optional(),
    patterns: z.array(keyPattern).max(100).optional().meta({
      description: 'Key patterns (Redis glob) that are locks for sure.',
    }),
    notLocks: z.array(z.string().min(1)).max(1_000).optional().meta({
      description:
        'Keys (Redis globs) that are no locks, unless their bytes prove one; what the page of possible locks exports.',
    }),
    prefixes: z.array(z.string().min(1)).max(100).optional().meta({ description: 'Key prefixes to track.' }),
    trackKeyspace: z.boolean().optional().meta({
      description: 'Whether changes of all keys are tracked when no prefix is given. Default true.',
    }),
    readOnly: z.boolean().optional().meta({ description: 'Refuse every release and extension.' }),
    stepUp: z.boolean().optional().meta({
      description:
        'Whether a release, an extension, a quarantine and a run of many takes a passkey of whoever asks, at most five minutes before. Needs signIn with local or oidc. Default false.',
    }),
    twoPersons: twoPersonsSchema.optional().meta({
      description: `Whether every act waits for a second person, who has some minutes (${APPROVAL_MINUTES.least} to ${APPROVAL_MINUTES.most}) to approve it. true = ${APPROVAL_MINUTES.usual} minutes. Needs signIn. Default false.`,
    }),
    xray: z.boolean().optional().meta({
      description:
        'Whether X-rays of a lock may be taken: MONITOR for a few seconds, which slows the server. Default false.',
    }),
    xrayMegabytes: z
      .int()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: `Output of MONITOR that an X-ray reads at most. Default ${XRAY_MEGABYTES}.` }),
    replicas: z.boolean().optional().meta({
      description: 'Whether replicas are asked themselves, over one connection each. Default true.',
    }),
    commandsPerSecond: z
      .int()
      .min(20)
      .max(200_000)
      .optional()
      .meta({
        description: `Commands a second the console may send. Default ${DEFAULT_COMMANDS_PER_SECOND}.`,
      }),
  })
  .superRefine((target, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { topology = 'standalone', url, nodes, primary } = target;
    if (topology === 'standalone') {
      if (url === undefined) refuse('url', 'is missing');
      if (nodes) refuse('nodes', 'are of a topology that is not set');
    } else {
      if (url !== undefined)
        refuse('url', `is of a standalone server: name the ${topology} nodes in "nodes"`);
      if (!nodes) refuse('nodes', `are missing: name ${NODES_OF[topology]}`);
    }
    if (topology === 'sentinel' && primary === undefined) refuse('primary', 'is missing');
    if (topology !== 'sentinel' && primary !== undefined) refuse('primary', 'is for the sentinel topology');
    const ofClusters = (nodes ?? []).some((node) => typeof node !== 'string' && node.topology === 'cluster');
    if (topology === 'redlock' && new Set(nodes?.map(placesOf)).size < (nodes?.length ?? 0))
      refuse('nodes', 'name one twice: it would vote twice');
    if (topology === 'redlock' && nodes?.length === 1)
      refuse('nodes', 'name one master: a Redlock group has several (one alone is a standalone target)');
    if (topology !== 'redlock' && nodes?.some((node) => typeof node !== 'string'))
      refuse('nodes', 'must be URLs: only a Redlock group has masters of other topologies');
    if ((topology === 'cluster' || ofClusters) && target.db)
      refuse('db', 'must be 0: a cluster has no other');
    const urls = (nodes ?? []).flatMap((node): [string, string][] =>
      typeof node === 'string' ? [[topology, node]] : node.nodes.map((each) => [node.topology, each]),
    );
    if (url !== undefined && !redisUrlProblem(url))
      logOnProblem(target, 'url', new URL(url), topology, refuse);
    const texts = [...(url === undefined ? [] : [url]), ...urls.map(([, text]) => text)];
    const encryption = encryptionProblem(target.tls !== undefined, texts);
    if (encryption) refuse(...encryption);
    for (const [of, text] of urls)
      if (!redisUrlProblem(text)) logOnProblem(target, 'nodes', new URL(text), of, refuse);
  });

/** A URL in clear beside encrypted ones, or beside TLS material, would send its password for all to read. */
function encryptionProblem(
  hasTls: boolean,
  urls: readonly string[],
): [setting: string, message: string] | null {
  const clear = urls.filter((text) => /^redis:/i.test(text));
  if (hasTls && clear.length > 0) return ['tls', 'is for rediss:// URLs, and one is redis://'];
  if (clear.length > 0 && clear.length < urls.length) return ['nodes', 'mix redis:// and rediss://'];
  return null;
}

/** What a node is known by: two that have it in common are one. */
function placesOf(node: string | MemberSettings): string {
  return typeof node === 'string' ? node : `${node.primary ?? ''}@${[...node.nodes].sort().join(',')}`;
}

const NODES_OF = { sentinel: 'the sentinels', cluster: 'a node', redlock: 'every master' };

/** Sentinels have users of their own, in their URLs. */
function logOnProblem(
  target: { username?: string | undefined; password?: string | undefined; db?: number | undefined },
  setting: string,
  url: URL,
  topology: string,
  refuse: (path: string, message: string) => void,
): void {
  const of = setting === 'url' ? 'the URL' : 'a URL of nodes';
  if (topology !== 'sentinel') {
    if (target.username && url.username) refuse('username', `is given here and in ${of}`);
    if (target.password && url.password) refuse('password', `is given here and in ${of}`);
  }
  const db = dbOf(url);
  if (setting === 'nodes' && db) refuse('nodes', 'must not name a database: use "db"');
  else if (target.db !== undefined && db !== null && db !== target.db)
    refuse('db', `is not the database of ${of}`);
}

export const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  dataDir: z.string().min(1).optional().meta({
    description:
      'Folder for what outlives a restart, as seen from this file; LOCKSCOPE_DATA_DIR wins. Default: none, nothing but the history does.',
  }),
  history: historySchema.optional(),
  notice: z.string().trim().min(1).max(NOTICE_LENGTH).optional().meta({
    description: 'One line above every page, for everybody who opens it. Default: none.',
  }),
  links: linksSchema.optional().meta({
    description: 'Links from a holder to your logs, traces and dashboards. Default: none.',
  }),
  audit: z
    .strictObject({
      stdout: z.boolean().optional().meta({
        description:
          'Whether each entry of the audit, and each outcome, is a JSON line on the standard output too. LOCKSCOPE_AUDIT_STDOUT wins. Default: false.',
      }),
    })
    .optional()
    .meta({ description: 'Where else the audit goes.' }),
  signIn: signInSchema.optional().meta({
    description:
      'How people sign in, and what they may do. Without it nobody does, and only this machine reaches the console.',
  }),
  rules: rulesSchema
    .optional()
    .meta({ description: 'Lock formats of your own, tried before the built-in ones.' }),
  targets: z
    .array(targetSchema)
    .min(1, 'must name at least one target')
    .max(64)
    .superRefine((targets, context) => {
      const names = targets.map((target) => target.name);
      const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
      if (twice >= 0)
        context.addIssue({ code: 'custom', path: [twice, 'name'], message: 'is taken already' });
    }),
});

export type FileSettings = z.infer<typeof fileSchema>;
export type TargetSettings = z.infer<typeof targetSchema>;

/** Database that a URL names; null when it names none. */
export function dbOf(url: URL): number | null {
  return url.pathname.length > 1 ? Number(url.pathname.slice(1)) : null;
}

/** JSON Schema of lockscope.config.json, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(fileSchema, { io: 'input' }), title: 'lockscope.config.json' };
}
