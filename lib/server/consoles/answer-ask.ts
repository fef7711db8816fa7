import type { Collector } from '../../collector/types';
import type { Ask } from '../../contract/consoles';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import { sightOf } from './feed';
import type { ConsoleAnswer, Told } from './wire';

/** Does what a following console asks of this collector. Rejects as the collector does. */
export async function answerAsk(
  collector: Collector,
  idOf: (key: ByteString) => LockId,
  ask: Ask,
): Promise<ConsoleAnswer> {
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
