import { describe, expect, test } from 'vitest';
import { type Commands, createProgram, wordsOf } from './program';

/** What a command line asks for, without doing it. */
async function parse(...argv: string[]): Promise<unknown[]> {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    async (...args: unknown[]) =>
      void calls.push([name, ...args]);
  const commands: Commands = {
    open: record('open'),
    serve: record('serve'),
    ls: record('ls'),
    show: record('show'),
    act: record('act'),
    bulk: record('bulk'),
    completion: record('completion'),
    graph: record('graph'),
    history: record('history'),
    handover: record('handover'),
    xray: record('xray'),
    doctor: record('doctor'),
    watch: record('watch'),
    user: record('user'),
    users: record('users'),
    token: record('token'),
    requests: record('requests'),
    approve: record('approve'),
    decline: record('decline'),
  };
  const program = createProgram(commands).configureOutput({ writeErr: () => {} });
  for (const command of program.commands) command.configureOutput({ writeErr: () => {} });
  await program.parseAsync(wordsOf(argv), { from: 'user' });
  return calls[0] ?? [];
}

const holder = ['--if-holder', 'a:1'];

test.each(['release', 'extend'])('a token reaches the console with %s too', async (action) => {
  const lease = action === 'extend' ? ['--lease', '30s'] : [];
  const [, , options] = await parse(action, 'shop', 'order:7', ...holder, ...lease, '--token', 'lsk_1');
  expect(options).toMatchObject({ token: 'lsk_1' });
});

test('a line may go to Redis itself', async () => {
  const [, , options] = await parse('release', 'shop', 'order:7', ...holder, '--direct');
  expect(options).toMatchObject({ direct: true });
  const [, listing] = await parse('ls', '--direct', 'redis://db:6379');
  expect(listing).toMatchObject({ direct: 'redis://db:6379' });
});

test('the address of a Redis is a line by itself, or follows "open"', async () => {
  expect(await parse('redis://db:6379/2', '--port', '4000')).toEqual([
    'open',
    'redis://db:6379/2',
    { port: '4000' },
  ]);
  expect(await parse('open', 'rediss://db:6380')).toEqual(['open', 'rediss://db:6380', {}]);
  await expect(parse('redis://db:6379', 'redis://other:6379')).rejects.toThrow('too many arguments');
  await expect(parse('db:6379')).rejects.toThrow("unknown command 'db:6379'");
});

test('an act may name a ticket, which has to be one', async () => {
  const lease = ['--lease', '30s'];
  for (const line of [['release'], ['quarantine'], ['extend', ...lease]]) {
    const [action = '', ...more] = line;
    const asked = [action, 'shop', 'order:7', ...holder, ...more];
    expect((await parse(...asked, '--ticket', 'INC-1234'))[2]).toMatchObject({ ticket: 'INC-1234' });
    expect((await parse(...asked))[2]).not.toHaveProperty('ticket');
    await expect(parse(...asked, '--ticket', 'INC 1234')).rejects.toThrow(/one word/);
  }
  const [, run] = await parse('bulk', 'order', '--ticket', 'https://t.example/INC-1');
  expect(run).toMatchObject({ ticket: 'https://t.example/INC-1' });
  await expect(parse('bulk', 'order', '--ticket', '<b>')).rejects.toThrow(/one word/);
});

test('a second person is asked on a line, and decides by the number of the request', async () => {
  const [, , options] = await parse('release', 'shop', 'order:7', ...holder, '--ask', '--url', 'http://c:1');
  expect(options).toMatchObject({ ask: 'http://c:1' });
  expect((await parse('release', 'shop', 'order:7', ...holder))[2]).not.toHaveProperty('ask');
  expect(await parse('approve', '12', '--json')).toMatchObject(['approve', '12', { json: true }]);
  expect(await parse('decline', '12', '--reason', 'no')).toMatchObject(['decline', '12', { reason: 'no' }]);
  await expect(parse('approve', 'twelve')).rejects.toThrow();
});

test('a graph line names the target', async () => {
  expect(await parse('graph', '--target', 'shop', '--json')).toMatchObject([
    'graph',
    { target: 'shop', json: true },
  ]);
});

test('a doctor line names the target and asks for accounts', async () => {
  expect(await parse('doctor', '--target', 'shop', '--acl')).toMatchObject([
    'doctor',
    { target: 'shop', acl: true, json: false },
  ]);
});

test('a history line names a lock and a time', async () => {
  expect(await parse('history', 'shop', 'order:7', '--from', '5', '--limit', '9')).toMatchObject([
    'history',
    'shop.0.order:7',
    { from: '5', limit: 9, json: false },
  ]);
});

test('a handover line names a lock, a target or nothing but a time', async () => {
  expect(await parse('handover', 'shop', 'order:7', '--mask')).toMatchObject([
    'handover',
    'shop.0.order:7',
    { mask: true },
  ]);
  expect(await parse('handover', 'shop', '--to', '9')).toMatchObject([
    'handover',
    null,
    { target: 'shop', to: '9' },
  ]);
  const [, id, options] = (await parse('handover', '--from', '5')) as [string, null, { target?: string }];
  expect([id, options.target]).toEqual([null, undefined]);
});

test('an X-ray line says how long, within bounds', async () => {
  expect(await parse('xray', 'shop', 'order:7')).toMatchObject(['xray', 'shop.0.order:7', { seconds: 3 }]);
  expect(await parse('xray', 'shop', 'order:7', '--seconds', '5')).toMatchObject([
    'xray',
    'shop.0.order:7',
    { seconds: 5, json: false },
  ]);
  for (const wrong of ['0', '6', '1.5', 'x'])
    await expect(parse('xray', 'shop', 'order:7', '--seconds', wrong)).rejects.toThrow('--seconds');
});

describe('a release line', () => {
  test('names the lock, the holder and the reason', async () => {
    const line = ['release', 'shop', 'order:7', '--db', '2', ...holder, '--reason', 'worker-3 was killed'];
    expect(await parse(...line)).toMatchObject([
      'act',
      'shop.2.order:7',
      { action: 'release', ifHolder: 'a:1', reason: 'worker-3 was killed', yes: false, json: false },
    ]);
  });

  test('may not leave out the holder', async () => {
    await expect(parse('release', 'shop', 'order:7')).rejects.toThrow('--if-holder');
  });

  test.each([
    ['🔒 {a}/b #%', 'shop.0.~F0~9F~94~92~20~7Ba~7D~2Fb~20~23~25'],
    ['', 'shop.0.~e'],
    ['x'.repeat(1025), /^shop\.0\.~s[0-9a-f]{64}$/],
  ])('takes any key as text: %j', async (key, id) => {
    expect((await parse('release', 'shop', key, ...holder))[1]).toEqual(
      typeof id === 'string' ? id : expect.stringMatching(id),
    );
  });

  test('takes a key that starts with a hyphen after "--"', async () => {
    expect((await parse('release', 'shop', ...holder, '--', '-x'))[1]).toBe('shop.0.-x');
  });

  test('takes a key that cannot be typed as it stands in a lock id', async () => {
    expect((await parse('release', 'shop', '--key-bytes', 'a~FF', ...holder))[1]).toBe('shop.0.a~FF');
  });

  test.each([
    [['shop', 'key', '--key-bytes', 'a']],
    [['shop']],
    [['Shop', 'key']],
    [['shop', '--key-bytes', 'not a slug']],
    [['shop', 'key', '--db', '-1']],
    [['shop', 'key', '--force']],
  ])('is refused where it is ambiguous or malformed: %j', async (args) => {
    await expect(parse('release', ...args, ...holder)).rejects.toThrow();
  });
});

describe('an extend line', () => {
  test.each([
    ['1500ms', 1_500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['1.5h', 5_400_000],
  ])('says how long: %s', async (lease, leaseMs) => {
    expect(await parse('extend', 'shop', 'order:7', '--lease', lease, ...holder)).toMatchObject([
      'act',
      'shop.0.order:7',
      { action: 'extend', leaseMs },
    ]);
  });

  test.each(['30', '0s', '-5s', '1d', ''])('is refused with %j', async (lease) => {
    await expect(parse('extend', 'shop', 'order:7', `--lease=${lease}`, ...holder)).rejects.toThrow();
  });
});

test('a list line takes the filter of the console', async () => {
  expect(await parse('ls', 'holder:x ttl<5s', '--target', 'shop', '--limit', '5')).toMatchObject([
    'ls',
    { filter: 'holder:x ttl<5s', target: 'shop', limit: 5, sort: 'harm' },
  ]);
});
