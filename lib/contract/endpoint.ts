import { z } from 'zod';
import type { AuditAction } from './action-codes';
import { ApiError } from './error';
import type { Right } from './rights';

export type ApiEndpoint = {
  /** A caller needs this right. `open` = nothing, not even a sign-in; `own` = a sign-in: it is of their own account. */
  right: Right | 'open' | 'own';
  /**
   * On what the right is asked: the lock that the path names, with those that the body adds; each lock that the body lists,
   * and the right to release it besides; or the target that the body names (none = every target). `request` = anywhere, and
   * the handler asks for more by the lock that the request is about. Absent = anywhere: the answer is of what the caller may view.
   */
  on?: 'lock' | 'locks' | 'target' | 'request';
  /** null = the OpenAPI document leaves it out. */
  summary: string | null;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is a form, whose fields are text, and no JSON: a token in it stands for whoever sends it. */
  form?: true;
  /** Absent = a stream or a text, whose response the handler builds itself. */
  answer?: z.ZodType;
  /** The answer may be a file instead, by the query's `format`. */
  file?: true;
  /** The answer sets or clears the cookie of a session. */
  cookie?: true;
  /** Error responses in addition to 400, 401, 403 and 500, which every endpoint may give. */
  errors: Record<number, z.ZodType>;
  /** What the audit calls it: it records each call and who made it, refused ones too. */
  audited?: AuditAction;
};

export const failing = (...statuses: number[]): Record<number, z.ZodType> =>
  Object.fromEntries(statuses.map((status) => [status, ApiError]));

/** Any JSON object whose schema is defined elsewhere. */
export const anyObject = z.record(z.string(), z.unknown());
