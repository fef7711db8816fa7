import { ConsoleError } from '../../domain/values/errors';
import type { Role } from '../config/config-consoles';

const BODY_LIMIT = 4 * 1024 * 1024;
/** A form has a token, and whoever sends it has not signed in. */
const FORM_LIMIT = 64 * 1024;
const JSON_TYPE = 'application/json';
export const FORM = 'application/x-www-form-urlencoded';

/** What a console that only collects answers. */
const OF_COLLECTORS = /^\/(?:metrics$|api\/consoles\/)/;

/** Refuses what a console that only collects is not for. Throws `not-found`. */
export function guardRole(request: Request, role: Role): void {
  if (role !== 'collector' || OF_COLLECTORS.test(new URL(request.url).pathname)) return;
  throw new ConsoleError(
    'not-found',
    'This console only collects (LOCKSCOPE_ROLE=collector); ask one that is "all" or "web".',
  );
}

/** Refuses what a page of another site or origin sent. Throws `denied`. */
export function guardOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw new ConsoleError('denied', 'This request comes from another site.', { secFetchSite: site });
  }
  const origin = request.headers.get('origin');
  if (origin !== null && hostOf(origin) !== request.headers.get('host')?.toLowerCase()) {
    throw new ConsoleError('denied', 'This request comes from another origin.');
  }
}

/**
 * Refuses what nobody can tell to be no foreign page's, where a browser adds by itself what signs somebody in. Every browser
 * names the origin of a write.
 */
export function guardAmbient(request: Request): void {
  if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) return;
  throw new ConsoleError('denied', 'A request with a session must name its origin; programs use a token.');
}

/** Refuses a write that a foreign page could have sent. Throws `denied` or `invalid-argument`. */
export function guardWrite(request: Request, type: string = JSON_TYPE): void {
  guardOrigin(request);
  const given = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new ConsoleError('invalid-argument', `The content type must be ${type}.`);
}

/** The fields of a form; of one that is named twice the last. Throws as `readJson`. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await readText(request, FORM_LIMIT)));
}

/** The JSON body. Throws `too-large` beyond `limit` bytes without reading on, `invalid-argument` when it is not JSON. */
export async function readJson(request: Request, limit = BODY_LIMIT): Promise<unknown> {
  const text = await readText(request, limit);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConsoleError('invalid-argument', 'The body must be JSON.');
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () =>
    new ConsoleError('too-large', `The body may have at most ${limit} bytes.`, { limitBytes: limit });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > limit) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ConsoleError('invalid-argument', 'The body must be UTF-8.');
  }
}

/** Name that an API caller claims in `x-lockscope-actor`; null when it gives none. Throws `invalid-argument`. */
export function claimedActor(request: Request): string | null {
  const name = request.headers.get('x-lockscope-actor')?.trim();
  if (!name) return null;
  if (/^[\x20-\x7e]{1,64}$/.test(name)) return name;
  throw new ConsoleError('invalid-argument', 'x-lockscope-actor takes 1 to 64 printable ASCII characters.');
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return null;
  }
}
