import { z } from 'zod';
import { ApiError } from './error';

/**
 * The right a caller needs. `open` = none; `peer` = being another console; `read` = viewing. All others change
 * something, and are refused where changes are off.
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
  /** Absent = a stream or a text, whose response the handler builds itself. */
  answer?: z.ZodType;
  /** The answer may be a file instead, by the query's `format`. */
  file?: true;
  /** Error responses in addition to 400 and 500, which every endpoint may give. */
  errors: Record<number, z.ZodType>;
  /** The audit records each call and its actor. */
  audited?: true;
};

export const failing = (...statuses: number[]): Record<number, z.ZodType> =>
  Object.fromEntries(statuses.map((status) => [status, ApiError]));

/** Any JSON object whose schema is defined elsewhere. */
export const anyObject = z.record(z.string(), z.unknown());
