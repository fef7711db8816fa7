import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLine } from '../../lib/actions/plan/command-line';
import type { LockAction } from '../../lib/contract/action-codes';
import { QUARANTINE_MS } from '../../lib/contract/limits';
import { type ByteString, fromUint8, toUint8 } from '../../lib/domain/keys/bytes';
import { lockId } from '../../lib/domain/keys/lock-id';
import type { ActionOptions } from './action';
import { isNamedHolder } from './lock-address';
import { createProgram } from './program';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map(fromUint8),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => Buffer.from(text).toString('latin1')),
  fc.constantFrom('-x', '--yes', '~', "it's", '$(id)', '`id`', 'a b', '!1', 'x'.repeat(1025)),
);

/** What bash hands over for each of these lines, in one shell for all of them. */
function wordsOf(lines: readonly string[]): string[][] {
  const script = `lockscope() { printf '%s\\0' "$#" "$@"; }\n${lines.join('\n')}\n`;
  const said = execFileSync('bash', { input: script, timeout: 60_000 });
  const words = said.toString('utf8').split('\0').slice(0, -1);
  const commands: string[][] = [];
  for (let at = 0; at < words.length; at += 1 + Number(words[at]))
    commands.push(words.slice(at + 1, at + 1 + Number(words[at])));
  return commands;
}

/** What the command line understands. */
async function understand(argv: readonly string[]): Promise<{ id: string; options: ActionOptions }> {
  const seen: { id: string; options: ActionOptions }[] = [];
  const nothing = async () => {};
  const act = async (id: string, options: ActionOptions) => void seen.push({ id, options });
  const program = createProgram({
    open: nothing,
    serve: nothing,
    ls: nothing,
    show: nothing,
    watch: nothing,
    xray: nothing,
    requests: nothing,
    approve: nothing,
    decline: nothing,
    doctor: nothing,
    bulk: nothing,
    completion: nothing,
    graph: nothing,
    history: nothing,
    handover: nothing,
    user: nothing,
    users: nothing,
    token: nothing,
    act,
  });
  await program.parseAsync([...argv], { from: 'user' });
  const [understood] = seen;
  if (!understood) throw new Error(`not understood: ${argv.join(' ')}`);
  return understood;
}

type Timed = { action: LockAction; ms: number };

/** `ms` = the time of an act that takes one. */
function shown(key: ByteString, token: ByteString, db: number, { action, ms }: Timed): string {
  return commandLine({
    action,
    target: 'shop',
    db,
    key,
    keyDigest: sha256(toUint8(key)),
    token,
    tokenDigest: sha256(toUint8(token)),
    leaseMs: action === 'extend' ? ms : null,
    quarantineMs: action === 'quarantine' ? ms : null,
  });
}

test('the line that the console shows names the same lock, holder and lease to the command line', async () => {
  const acts = fc.tuple(
    anyBytes,
    anyBytes,
    fc.nat({ max: 15 }),
    fc.oneof(
      fc.record({
        action: fc.constantFrom<LockAction>('release', 'extend'),
        ms: fc.integer({ min: 1, max: 100_000_000 }),
      }),
      fc.record({
        action: fc.constant<LockAction>('quarantine'),
        ms: fc.integer({ min: QUARANTINE_MS.least, max: QUARANTINE_MS.most }),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 25, maxLength: 25 }), async (all) => {
      const commands = wordsOf(all.map((act) => shown(...act)));
      expect(commands).toHaveLength(all.length);
      for (const [i, [key, token, db, { action, ms }]] of all.entries()) {
        const { id, options } = await understand(commands[i] ?? []);
        expect(id).toBe(lockId('shop', db, key, sha256));
        expect(isNamedHolder(options.ifHolder, sha256(toUint8(token)))).toBe(true);
        expect(options.action).toBe(action);
        expect(options.leaseMs).toBe(action === 'extend' ? ms : undefined);
        expect(options.quarantineMs).toBe(action === 'quarantine' ? ms : undefined);
      }
    }),
    { numRuns: 10 },
  );
});

test.each([
  ['--same-hold', undefined],
  ['--only-this-key', []],
  ['--also shop.0.b --also shop.0.-c', ['shop.0.b', 'shop.0.-c']],
] as const)('the line for a hold over several keys is understood: %s', async (flags, also) => {
  const line = shown('order:7', 'token', 0, { action: 'release', ms: 0 }).replace(
    'lockscope release',
    `lockscope release ${flags}`,
  );
  const [command = []] = wordsOf([line]);
  const { id, options } = await understand(command);
  expect([id, options.also]).toEqual(['shop.0.order:7', also]);
});
