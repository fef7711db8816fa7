import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { AnyRedis } from '../connection';
import { askType, type Reply, type Step } from '../key-questions';
import { bare, isRefusal } from '../key-reply';

/** Most commands in one pipeline; more would delay other clients of the server. */
const PIPELINE_LIMIT = 500;

/**
 * Reads keys with one command for each fact, where a script is not allowed. A key that changes its type while it is read is
 * read once more; if it changes again, its type is `other`. A key that this user may not read is `denied`. A key that a
 * cluster node does not have is `elsewhere`; `asking` also reads keys that are being moved to this node. Throws when the
 * connection fails or a reply is late.
 */
export async function readByCommands(
  redis: AnyRedis,
  keys: readonly ByteString[],
  now: () => number,
  asking = false,
): Promise<RawKey[]> {
  const first = await askAll(redis, keys, now, asking);
  const changed = keys.filter((_, i) => first[i] === null);
  if (changed.length === 0) return first as RawKey[];
  const second = await askAll(redis, changed, now, asking);
  return first.map((raw, i) => raw ?? second.shift() ?? bare(keys[i] ?? '', 'other', now()));
}

async function askAll(
  redis: AnyRedis,
  keys: readonly ByteString[],
  now: () => number,
  asking: boolean,
): Promise<(RawKey | null)[]> {
  const answers = new Array<RawKey | null>(keys.length).fill(null);
  let open = keys.map((key, at) => ({ at, question: askType(key) }));
  while (open.length > 0) {
    const replies = await pipelined(
      redis,
      open.flatMap(({ question }) => question.ask),
      asking,
    );
    const atMs = now();
    const next: typeof open = [];
    let from = 0;
    for (const { at, question } of open) {
      const mine = replies.slice(from, from + question.ask.length);
      from += question.ask.length;
      const denial = question.mayBeRefused ? null : denialIn(mine);
      if (denial) {
        answers[at] = { ...bare(keys[at] ?? '', 'denied', atMs), value: denial };
        continue;
      }
      const answer = question.read(mine, atMs);
      if (answer && 'ask' in answer) next.push({ at, question: answer });
      else answers[at] = answer;
    }
    open = next;
  }
  return answers;
}

/** Redis' text when this user may not run one of these; null = it may. */
function denialIn(replies: readonly Reply[]): string | null {
  for (const [error] of replies) if (error?.message.startsWith('NOPERM')) return error.message;
  return null;
}

/** `asking` sends ASKING ahead of each command, after a redirection. */
async function pipelined(redis: AnyRedis, steps: Step[], asking: boolean): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let from = 0; from < steps.length; from += PIPELINE_LIMIT) {
    const pipeline = redis.pipeline();
    for (const [command, ...args] of steps.slice(from, from + PIPELINE_LIMIT)) {
      if (asking) pipeline.call('asking');
      pipeline.callBuffer(command, ...args);
    }
    const all = (await pipeline.exec()) ?? [];
    for (const [i, reply] of all.entries()) if (!asking || i % 2 === 1) replies.push(reply);
  }
  for (const [error] of replies) if (error && !isRefusal(error)) throw error;
  return replies;
}
