import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/keys/bytes';
import { LockError } from '../domain/values/lock-error';
import type { AnyRedis } from './connection';
import { ReplyCode } from './reply-code';

/** One Lua script of `scripts.generated.ts`. */
export type Script = {
  readonly name: string;
  /** null = as many as are passed. */
  readonly keyCount: number | null;
  readonly sha1: string;
  readonly text: string;
};

/** `text` is there for figures that a number cannot carry exactly, or for a second one. */
export type ScriptReply = { code: ReplyCode; detail: number; text?: string };

/** The part of an ioredis client that scripts need; a Cluster client has it too. */
export type ScriptClient = Pick<Redis, 'evalsha' | 'eval'>;

const CODES: ReadonlySet<number> = new Set(Object.values(ReplyCode));

/**
 * Runs a script by its SHA-1, and once by its text where the server does not have it (NOSCRIPT: first use, SCRIPT FLUSH,
 * failover). Keys and arguments are byte strings; numbers are sent as decimal text.
 * Throws `unexpected-reply` on a wrong number of keys or a reply no script gives, and Redis' own errors as they are.
 */
export function runScript(
  redis: ScriptClient,
  script: Script,
  keys: readonly ByteString[],
  args: readonly (ByteString | number)[],
): Promise<ScriptReply> {
  if (keys.length !== (script.keyCount ?? keys.length)) return Promise.reject(wrongKeys(script, keys.length));
  const wire = wireOf(keys, args);
  return redis.evalsha(script.sha1, keys.length, ...wire).then(
    (reply) => toReply(script, reply),
    (error) => {
      if (!isNoScript(error)) throw error;
      return runScriptText(redis, script, keys, args);
    },
  );
}

/**
 * As `runScript`, but by the text at once: one command, whatever the server knows. For what must have left when the call
 * returns: a NOSCRIPT is read only when the event loop turns again, which may be after the lease ended.
 */
export function runScriptText(
  redis: ScriptClient,
  script: Script,
  keys: readonly ByteString[],
  args: readonly (ByteString | number)[],
): Promise<ScriptReply> {
  if (keys.length !== (script.keyCount ?? keys.length)) return Promise.reject(wrongKeys(script, keys.length));
  return redis.eval(script.text, keys.length, ...wireOf(keys, args)).then((reply) => toReply(script, reply));
}

function wireOf(keys: readonly ByteString[], args: readonly (ByteString | number)[]) {
  const wire: (string | number | Buffer)[] = [];
  for (const key of keys) wire.push(toWire(key));
  for (const arg of args) wire.push(toWire(arg));
  return wire;
}

function wrongKeys(script: Script, given: number): LockError {
  return new LockError('unexpected-reply', `${script.name} takes ${script.keyCount} keys, got ${given}`);
}

/**
 * Runs a script that writes nothing and gives its reply as it is, byte strings as Buffers. Redis 7 has EVALSHA_RO: unlike
 * EVALSHA it needs no right to write the keys and goes on while writes are paused. Throws Redis' own errors as they are.
 */
export function runReadScript(
  redis: AnyRedis,
  script: Script,
  keys: readonly ByteString[],
  args: readonly (ByteString | number)[],
): Promise<unknown> {
  const wire = wireOf(keys, args);
  return redis.callBuffer('evalsha_ro', script.sha1, keys.length, ...wire).catch((error) => {
    if (!isNoScript(error)) throw error;
    return redis.callBuffer('eval_ro', script.text, keys.length, ...wire);
  });
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

/** A byte string as ioredis must send it: text where it is ASCII, a Buffer of the same bytes elsewhere. */
export function toWire(arg: ByteString | number): string | number | Buffer {
  if (typeof arg === 'number' || Buffer.byteLength(arg) === arg.length) return arg; // UTF-8 of the same length is ASCII
  return Buffer.from(arg, 'latin1');
}

/**
 * A bare number n is short for {1, n}: `done`, as fast as Redis can say it. A client with `stringNumbers` has texts in place
 * of numbers.
 */
function toReply({ name }: Script, reply: unknown): ScriptReply {
  if (typeof reply === 'number') return { code: ReplyCode.done, detail: reply };
  if (isInteger(reply)) return { code: ReplyCode.done, detail: Number(reply) };
  if (Array.isArray(reply) && isInteger(reply[0]) && isInteger(reply[1])) {
    const [code, detail, text] = [Number(reply[0]), Number(reply[1]), reply[2]];
    if (isCode(code) && reply.length === 2) return { code, detail };
    if (isCode(code) && typeof text === 'string') return { code, detail, text };
  }
  throw new LockError('unexpected-reply', `${name} gave a reply no script gives`, { script: name });
}

function isInteger(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
}

function isCode(value: number): value is ReplyCode {
  return CODES.has(value);
}
