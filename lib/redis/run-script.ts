import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import { LockError } from '../domain/errors';
import { ReplyCode } from './reply-code';

/** One Lua script of `scripts.generated.ts`. */
export type Script = {
  readonly name: string;
  readonly keyCount: number;
  readonly sha1: string;
  readonly text: string;
};

export type ScriptReply = { code: ReplyCode; detail: number };

/** The part of an ioredis client that scripts need; a Cluster client has it too. */
export type ScriptClient = Pick<Redis, 'evalsha' | 'eval'>;

const CODES: ReadonlySet<number> = new Set(Object.values(ReplyCode));

/**
 * Runs a script by its SHA-1, and once by its text where the server does not have it (NOSCRIPT: first use, SCRIPT FLUSH,
 * failover). Keys and arguments are byte strings; numbers are sent as decimal text.
 * Throws `unexpected-reply` on a wrong number of keys or a reply no script gives, and Redis' own errors as they are.
 */
export async function runScript(
  redis: ScriptClient,
  script: Script,
  keys: readonly ByteString[],
  args: readonly (ByteString | number)[],
): Promise<ScriptReply> {
  if (keys.length !== script.keyCount) {
    throw new LockError(
      'unexpected-reply',
      `${script.name} takes ${script.keyCount} keys, got ${keys.length}`,
    );
  }
  const wire = [...keys, ...args].map(toWire);
  let reply: unknown;
  try {
    reply = await redis.evalsha(script.sha1, script.keyCount, ...wire);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    reply = await redis.eval(script.text, script.keyCount, ...wire);
  }
  if (!Array.isArray(reply) || !isCode(reply[0]) || typeof reply[1] !== 'number') {
    throw new LockError('unexpected-reply', `${script.name} gave a reply no script gives`, {
      script: script.name,
    });
  }
  return { code: reply[0], detail: reply[1] };
}

/** A byte string as ioredis must send it: text where it is ASCII, a Buffer of the same bytes elsewhere. */
export function toWire(arg: ByteString | number): string | number | Buffer {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole
  return typeof arg === 'number' || /^[\x00-\x7f]*$/.test(arg) ? arg : Buffer.from(arg, 'latin1');
}

function isCode(value: unknown): value is ReplyCode {
  return typeof value === 'number' && CODES.has(value);
}
