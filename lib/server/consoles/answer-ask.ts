import { z } from 'zod';
import type { Collector } from '../../collector/types';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import { sightOf } from './feed';
import type { Answer, Ask, Told } from './wire';

const key = z
  .string()
  .max(65_536)
  .regex(/^[\0-\xff]*$/, 'must be bytes');

/** Shape of what a following console may ask. */
export const askSchema = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('refresh'), keys: z.array(key).max(1_000) }),
  z.strictObject({ verb: z.literal('refresh-holders'), key, maxAgeMs: z.number().min(0) }),
  z.strictObject({
    verb: z.literal('expect'),
    id: z.string().max(2_048),
    act: z.enum(['force-released', 'extended']).nullable(),
  }),
  z.strictObject({ verb: z.literal('on-replicas'), key }),
]) satisfies z.ZodType<Ask>;

/** Does what a following console asks of this collector. Rejects as the collector does. */
export async function answerAsk(
  collector: Collector,
  idOf: (key: ByteString) => LockId,
  ask: Ask,
): Promise<Answer> {
  const told = (keys: readonly ByteString[]) => keys.map((each) => toldOf(collector, idOf(each), each));
  switch (ask.verb) {
    case 'refresh':
      await collector.refresh(ask.keys);
      return { told: told(ask.keys), replicas: [] };
    case 'refresh-holders':
      await collector.refreshHolders(ask.key, ask.maxAgeMs);
      return { told: told([ask.key]), replicas: [] };
    case 'expect':
      collector.expect(ask.id, ask.act);
      return { told: [], replicas: [] };
    case 'on-replicas':
      return { told: [], replicas: await collector.onReplicas(ask.key) };
  }
}

function toldOf(collector: Collector, id: LockId, key: ByteString): Told {
  const sight = { ...sightOf(collector, { id }), key };
  return {
    memory: collector.find(id),
    lastKnown: collector.lastKnown(id),
    hadLock: collector.hadLock(key),
    sight,
  };
}
