import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/keys/bytes';
import { LockError } from '../domain/values/lock-error';
import type { AnyRedis } from './connection';
import { ReplyCode } from './reply-code';

/** One Lua script of `scripts.generated.ts`. */
export type Script = {
  readonly name: string;
  /** null = any number. */
  readonly keyCount: number | null;
  readonly sha1: string;
  readonly text: string;
};

/** `text` = a figure that a number cannot carry exactly, or a second figure. */
export type ScriptReply = { code: ReplyCode; detail: number; text?: string };

/** The part of an ioredis client that scripts need; a Cluster client has it too. */
type ScriptClient = Pick<Redis, 'evalsha' | 'eval'>;

const CODES: ReadonlySet<number> = new Set(Object.values(ReplyCode));

/**
 * Runs a script by its SHA-1, and once by its text if the server does not have it (NOSCRIPT: first use, SCRIPT FLUSH,
 * failover). Keys and arguments are byte strings; numbers are sent as decimal text. Throws `unexpected-reply` for a wrong
 * number of keys or a reply that no script gives, and Redis' own errors unchanged.
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
 * Like `runScript`, but sends the text at once: one command, whatever the server has cached. For a command that must be
 * sent before the call returns: NOSCRIPT is only read when the event loop turns again, which may be after the lease ended.
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
 * Runs a script that writes nothing and returns its raw reply, byte strings as Buffers. Redis 7 has EVALSHA_RO: unlike
 * EVALSHA it needs no write right on the keys and works while writes are paused. Throws Redis' own errors unchanged.
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

/** A byte string as ioredis must send it: as text if it is ASCII, else as a Buffer of the same bytes. */
export function toWire(arg: ByteString | number): string | number | Buffer {
  if (typeof arg === 'number' || Buffer.byteLength(arg) === arg.length) return arg; // UTF-8 of the same length is ASCII
  return Buffer.from(arg, 'latin1');
}

/**
 * A bare number n is short for {1, n}: `done`, in Redis' fastest reply form. A client with `stringNumbers` returns texts in
 * place of numbers.
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
