import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActionOptions } from '../../../bin/cli/action';
import { isNamedHolder } from '../../../bin/cli/lock-address';
import { createProgram } from '../../../bin/cli/program';
import { type ByteString, bytesOf, toUint8 } from '../../domain/keys/bytes';
import { lockId } from '../../domain/keys/lock-id';
import { type CommandParts, commandLine, quoteForShell } from './command-line';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function parts(key: ByteString, token: ByteString, more: Partial<CommandParts> = {}): CommandParts {
  const [keyDigest, tokenDigest] = [sha256(toUint8(key)), sha256(toUint8(token))];
  return {
    action: 'release',
    target: 'shop',
    db: 0,
    key,
    keyDigest,
    token,
    tokenDigest,
    leaseMs: null,
    quarantineMs: null,
    ...more,
  };
}

/** The words that bash makes of a line. */
function wordsOf(line: string): string[] {
  const out = execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return out.toString('utf8').split('\0').slice(0, -1);
}

test('a word for bash is exactly the text it stands for', () => {
  const texts = [
    '',
    'plain',
    "it's",
    '$(rm -rf /) `id` \\ "q" !x ~ * ? [a] {b,c} # & | ; < >',
    'a\nb\tc\rd',
    "new\nline's \\n 7",
    '\u0001234',
    'emoji 🔒 é',
    '\u202eexe',
    "it's\u061c \\ \u200b",
  ];
  expect(wordsOf(texts.map(quoteForShell).join(' '))).toEqual(texts);
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
        { minLength: 1, maxLength: 30 },
      ),
      (words) => {
        expect(wordsOf(words.map(quoteForShell).join(' '))).toEqual(words);
      },
    ),
    { numRuns: 50 },
  );
});

test('nothing raw that a terminal would obey is in a line', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(commandLine(parts('a\x1b[2J\n\x07', '\x1b]0;x'))).not.toMatch(/[\x00-\x1f\x7f]/);
});

const KEYS: ByteString[] = [
  'order:7',
  "it's {a} key",
  'a\nb',
  '-starts-with-a-hyphen',
  '--yes',
  bytesOf('🔍 ключ'),
  '\xff\xfe\x00',
  'with\x00nul',
  '',
  'k'.repeat(5_000),
  '<script>alert(1)</script>',
];

test.each(KEYS)('the line for key %j names that very lock to the command line', async (key) => {
  for (const token of [
    '0fc231521bc67967f3c288a4935288fa',
    '1',
    '-x',
    '',
    bytesOf("it's 🔒"),
    bytesOf('🔒'),
    '\xff\x00',
    'x'.repeat(1e5),
  ]) {
    const line = commandLine(parts(key, token, { db: 3 }));
    const { id, options } = await understood(line);
    expect(id).toBe(lockId('shop', 3, key, sha256));
    expect(options.action).toBe('release');
    expect(isNamedHolder(options.ifHolder, sha256(toUint8(token)))).toBe(true);
  }
});

test('the line of an extend carries the lease', async () => {
  for (const [leaseMs, text] of [
    [60_000, '60s'],
    [1_500, '1500ms'],
  ] as const) {
    const line = commandLine(parts('order:7', '1', { action: 'extend', leaseMs }));
    expect(line).toBe(`lockscope extend shop order:7 --lease ${text} --if-holder 1 --reason '…'`);
    expect((await understood(line)).options.leaseMs).toBe(leaseMs);
  }
});

test('the line for two persons asks', async () => {
  const line = commandLine(parts('-order', '1', { ask: true }));
  expect(line).toBe(`lockscope release shop --if-holder 1 --reason '…' --ask -- -order`);
  expect((await understood(line)).options.ask).toBe('http://127.0.0.1:3000');
});

async function understood(line: string): Promise<{ id: string; options: ActionOptions }> {
  const calls: { id: string; options: ActionOptions }[] = [];
  const nothing = async () => {};
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
    act: async (id, options) => void calls.push({ id, options }),
  });
  await program.parseAsync(wordsOf(line).slice(1), { from: 'user' });
  const [call] = calls;
  if (!call) throw new Error('the line did nothing');
  return call;
}
