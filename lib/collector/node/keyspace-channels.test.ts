import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { keyspaceChannels } from './keyspace-channels';
import { keyspaceFlags, lineFor } from './keyspace-flags';

test('every command that changes a lock sends an event that is listened to', async (context) => {
  const { connect } = await ownServer(context, ['--notify-keyspace-events', 'EA']);
  const [redis, listener] = [connect(), connect()];
  const { changeOf } = keyspaceChannels(0, []);
  const changed = new Set<string>();
  listener.on('pmessage', (_pattern, channel, key) => {
    if (changeOf(channel, key)) changed.add(key);
  });
  await listener.psubscribe('__keyevent@0__:*');
  const commands = [
    ...['set k v', 'setex k 9 v', 'psetex k 9000 v', 'setnx k v', 'getset k v', 'mset k v', 'msetnx k v'],
    ...['append k v', 'setrange k 0 v', 'setbit k 1 1', 'incr k', 'decrby k 2', 'incrbyfloat k 1'],
    ...['hset k f v', 'hsetnx k f v', 'hmset k f v', 'hincrby k f 1', 'hincrbyfloat k f 1'],
    ...['zadd k 1 m', 'zincrby k 1 m', 'zrangestore k z 0 -1', 'zunionstore k 1 z', 'zinterstore k 1 z'],
    ...['lpush k v', 'rpush k v', 'lmove l k left left', 'rpoplpush l k', 'sort l store k'],
    ...['sadd k m', 'smove s k m', 'sunionstore k s', 'sinterstore k s', 'sdiffstore k s'],
    ...['rename s k', 'copy s k'],
  ];
  const ends = [
    ...[
      'string del',
      'string unlink',
      'string getdel',
      'string expire k 0',
      'string rename k x',
      'string move k 1',
    ],
    ...[
      'lease persist',
      'string getex k px 1',
      'hash hdel k f',
      'zset zrem k m',
      'zset zpopmin',
      'zset zpopmax',
    ],
    ...['zset zremrangebyscore k 0 9', 'zset zremrangebyrank k 0 9', 'zset zremrangebylex k - +'],
    ...[
      'list lpop',
      'list rpop',
      'list lrem k 0 v',
      'list ltrim k 1 0',
      'list lset k 0 w',
      'set srem k m',
      'set spop',
    ],
  ];
  const beginnings: Record<string, string> = {
    ...{
      string: 'set k v',
      lease: 'setex k 99 v',
      hash: 'hset k f v',
      zset: 'zadd k 1 m',
      list: 'rpush k v',
      set: 'sadd k m',
    },
  };
  const run = (text: string) => redis.call(...(text.split(' ') as [string]));
  async function expectTold(command: string): Promise<void> {
    changed.clear();
    await run(command);
    await until(command, () => changed.has('k'));
  }
  for (const command of commands) {
    await redis.flushall();
    for (const other of ['zadd z 1 m', 'rpush l 1', 'sadd s m']) await run(other);
    await expectTold(command);
  }
  for (const text of ends) {
    const [type = '', command = '', ...args] = text.split(' ');
    await redis.flushall();
    changed.clear();
    await run(beginnings[type] ?? '');
    await until('it is told', () => changed.has('k'));
    await expectTold([command, ...(args.length > 0 ? args : ['k'])].join(' '));
  }
});

test('flags say what is told, and the line to run leaves on what is on', () => {
  expect(keyspaceFlags('').sends).toBe(false);
  expect(keyspaceFlags('g$lshzxe').sends).toBe(false);
  expect(keyspaceFlags('KE').sends).toBe(false);
  expect(keyspaceFlags('AK')).toMatchObject({ sends: true, byKey: true, byEvent: false });
  expect(keyspaceFlags('AK').reports(null)).toBe(true);
  const strings = keyspaceFlags('g$xeE');
  expect([strings.reports('string'), strings.reports('hash'), strings.reports(null)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(keyspaceFlags('g$hxE').reports('hash')).toBe(false);
  expect(lineFor('', 'E')).toBe('CONFIG SET notify-keyspace-events Eg$lshzxe');
  expect(lineFor('xE', 'K')).toBe('CONFIG SET notify-keyspace-events xEg$lshze');
  expect(lineFor('A', 'K')).toBe('CONFIG SET notify-keyspace-events AK');
});
