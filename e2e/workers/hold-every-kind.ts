/**
 * Takes one lock of every kind, `<key>:<kind>`, says `held`, and keeps them until it is killed:
 * `--url U --key K --lease-ms N --watchdog yes|no`.
 */
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { kinds } from '../../lib/locks/faults/kinds';
import { say } from './worker';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({ options: { url: text, key: text, 'lease-ms': text, watchdog: text } });
const redis = new Redis(values.url);
const options = { leaseMs: Number(values['lease-ms']), watchdog: values.watchdog === 'yes' };

for (const { name, create } of kinds) {
  const lease = await create({ redis }).tryAcquire(`${values.key}:${name}`, options);
  if (!lease) throw new Error(`another has the ${name}`);
}
say({ event: 'held', key: values.key, token: '', atMs: Date.now() });
