import type { RawKey } from '../domain/raw-key';
import { parseUuidV1 } from '../domain/uuid-v1';
import { defineFormat } from './format';
import { mayBeLock } from './shapes';
import { extendString, oneHolder, releaseString, wholeValue } from './string-lock';
import { type TokenShape, tokenShapes } from './token-shapes';

/** SET NX PX with a token drawn by lot, by one of several libraries: all whose tokens have this shape are listed. */
export const randomToken = defineFormat({
  id: 'random-token',
  library: 'random token',
  language: 'any',
  kind: 'mutex',
  redisType: 'string',
  names: [
    /laravel_unique_job:/,
    /laravel-queue-overlap:/,
    /framework\/(?:schedule|command)-/,
    /SINGLETONLOCK_/,
  ],
  recognise(raw, _now, named) {
    const shape = shapeOf(raw);
    return shape && mayBeLock(raw, named) && (named || !shape.namedOnly) ? 'possible' : null;
  },
  alternatives: (raw) => [...(shapeOf(raw)?.libraries ?? [])],
  decode(raw) {
    const uuid = raw.value?.length === 36 ? parseUuidV1(raw.value) : null;
    return oneHolder(raw, uuid ? { process: { host: null, pid: null, instance: uuid.node } } : {});
  },
  healthyFloor: null,
  release: (key, token, seen) => releaseString(key, token, isReused(token) ? seen.deadlineMs : '', ''),
  extend: (key, token, leaseMs, seen) =>
    extendString(key, token, leaseMs, isReused(token) ? seen.deadlineMs : ''),
});

function shapeOf(raw: RawKey): TokenShape | null {
  const value = wholeValue(raw);
  return (value && value.length <= 80 && tokenShapes.find((shape) => shape.matches(value))) || null;
}

function isReused(token: string): boolean {
  return tokenShapes.find((shape) => shape.matches(token))?.reused ?? false;
}
