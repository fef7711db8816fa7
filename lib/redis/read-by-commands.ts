import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import type { RawKey } from '../domain/raw-key';
import { askType, type Reply, type Step } from './key-questions';
import { bare, isRefusal } from './key-reply';

/** Commands that go out in one pipeline; more would delay other clients of the server. */
const PIPELINE_LIMIT = 500;

/**
 * Reads keys with one command for each fact, where a script is not allowed. A key that changes type while it is read is
 * read again, once; if it changes again, or this user may not read it, its type is `other`.
 * Throws when the connection fails or an answer is late.
 */
export async function readByCommands(
  redis: Redis,
  keys: readonly ByteString[],
  now: () => number,
): Promise<RawKey[]> {
  const first = await askAll(redis, keys, now);
  const changed = keys.filter((_, i) => first[i] === null);
  if (changed.length === 0) return first as RawKey[];
  const second = await askAll(redis, changed, now);
  return first.map((raw, i) => raw ?? second.shift() ?? bare(keys[i] ?? '', 'other', now()));
}

async function askAll(
  redis: Redis,
  keys: readonly ByteString[],
  now: () => number,
): Promise<(RawKey | null)[]> {
  const answers = new Array<RawKey | null>(keys.length).fill(null);
  let open = keys.map((key, at) => ({ at, question: askType(key) }));
  while (open.length > 0) {
    const replies = await pipelined(
      redis,
      open.flatMap(({ question }) => question.ask),
    );
    const atMs = now();
    const next: typeof open = [];
    let from = 0;
    for (const { at, question } of open) {
      const mine = replies.slice(from, from + question.ask.length);
      from += question.ask.length;
      const answer = question.read(mine, atMs);
      if (answer && 'ask' in answer) next.push({ at, question: answer });
      else answers[at] = answer;
    }
    open = next;
  }
  return answers;
}

async function pipelined(redis: Redis, steps: Step[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let from = 0; from < steps.length; from += PIPELINE_LIMIT) {
    const pipeline = redis.pipeline();
    for (const [command, ...args] of steps.slice(from, from + PIPELINE_LIMIT))
      pipeline.callBuffer(command, ...args);
    for (const reply of (await pipeline.exec()) ?? []) replies.push(reply);
  }
  for (const [error] of replies) if (error && !isRefusal(error)) throw error;
  return replies;
}
