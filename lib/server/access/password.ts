import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ConsoleError } from '../../domain/values/errors';

const scrypt = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scryptCallback,
);

/** As OWASP asks of scrypt: 2^15 blocks of 1 KiB three times; 32 MB and some 0.2 s each. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Hashing takes a processor each; more than a few at once would keep the console from its work. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

const LEAST_PASSWORD = 12;
const MOST_PASSWORD = 1_024;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING)
      throw new ConsoleError('rate-limited', 'Too many sign in at once; try again in a moment.', {
        retryAfterSeconds: 5,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Throws `invalid-argument` for a password that is too short or too long. */
export function checkPassword(password: string): void {
  if (password.length < LEAST_PASSWORD || password.length > MOST_PASSWORD)
    throw new ConsoleError(
      'invalid-argument',
      `password: must have ${LEAST_PASSWORD} to ${MOST_PASSWORD} characters`,
      { setting: 'password' },
    );
}

/** `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password);
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether this is the password of a hash; null = there is no such user, which takes as long. Throws `rate-limited` while
 * too many wait for their answer.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (password.length > MOST_PASSWORD) return false;
  const [, N = '', r = '', p = '', salt = '', key = ''] = (hash ?? '').split('$');
  const cost = hash === null ? COST : { N: Number(N), r: Number(r), p: Number(p) };
  const wanted = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return hash !== null && wanted.length === found.length && timingSafeEqual(wanted, found);
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r;
  return inTurn(() => scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem }));
}
