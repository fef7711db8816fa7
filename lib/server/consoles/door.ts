import { idOf } from '../../collector/index/id-of';
import type { Ask } from '../../contract/consoles';
import { ConsoleError } from '../../domain/values/errors';
import { answerAsk } from './answer-ask';
import type { Coordination } from './coordination';
import { collectorFeed } from './feed';
import type { SharedCollector } from './shared-collector';
import type { ConsoleAnswer } from './wire';

/** The targets that this console shares with others, and how they find each other. */
export type Consoles = {
  coordination: Coordination;
  shared: ReadonlyMap<string, SharedCollector>;
};

const HEADERS = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * The feed of a target that this console collects, for another console. Throws `denied` without the secret that the
 * coordinating Redis keeps, `not-held` while this console does not collect the target.
 */
export function feedFor(consoles: Consoles | null, target: string, request: Request): Response {
  const collector = admitted(consoles, target, request);
  return new Response(collectorFeed(collector, request.signal), { headers: HEADERS });
}

/** Does what another console asks. Throws as `feedFor`, and as the collector does. */
export function answerTo(
  consoles: Consoles | null,
  target: string,
  request: Request,
  ask: Ask,
): Promise<ConsoleAnswer> {
  const collector = admitted(consoles, target, request);
  return answerAsk(collector, (key) => idOf(collector.target, key), ask);
}

function admitted(consoles: Consoles | null, target: string, request: Request) {
  if (!consoles?.coordination.admits(request.headers.get('authorization')))
    throw new ConsoleError('denied', 'This is for other consoles of the same coordinating Redis.');
  const collector = consoles.shared.get(target)?.local();
  if (collector) return collector;
  throw new ConsoleError('not-held', 'This console does not collect that target now.', { target });
}
