import { z } from 'zod';
import { ApiError } from './error';

/**
 * What a caller needs. `open` = nothing; `peer` = to be another console; `read` = to see. All others change something, and
 * are refused where changes are off.
 */
export type Right =
  | 'open'
  | 'peer'
  | 'read'
  | 'release'
  | 'extend'
  | 'xray'
  | 'silence'
  | 'annotate'
  | 'decide';

export type ApiEndpoint = {
  right: Right;
  /** null = the OpenAPI document leaves it out. */
  summary: string | null;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Absent = a stream or a text, of which the handler makes the whole answer. */
  answer?: z.ZodType;
  /** The answer may be a file instead, as `format` of the query says. */
  file?: true;
  /** Error answers beside 400 and 500. */
  errors?: Record<number, z.ZodType>;
  /** The audit has each call, and who made it. */
  audited?: true;
};

export const failing = (...statuses: number[]): Record<number, z.ZodType> =>
  Object.fromEntries(statuses.map((status) => [status, ApiError]));

/** A document that is made elsewhere. */
export const anyObject = z.record(z.string(), z.unknown());
