import type { z } from 'zod';
import type { ENDPOINTS } from './endpoints';

/** What the table says of one endpoint, to the compiler alone: a browser imports these and no schema. */

export type EndpointKey = keyof typeof ENDPOINTS;
type Of<K extends EndpointKey> = (typeof ENDPOINTS)[K];

/** What a query or a body is once it was parsed; null = the endpoint takes none. */
export type QueryOf<K extends EndpointKey> =
  Of<K> extends { query: infer S extends z.ZodType } ? z.output<S> : null;
export type BodyOf<K extends EndpointKey> =
  Of<K> extends { body: infer S extends z.ZodType } ? z.output<S> : null;

/** What a caller writes, and gets. */
export type QueryText<K extends EndpointKey> =
  Of<K> extends { query: infer S extends z.ZodType } ? z.input<S> : null;
export type BodyText<K extends EndpointKey> =
  Of<K> extends { body: infer S extends z.ZodType } ? z.input<S> : null;
export type AnswerOf<K extends EndpointKey> =
  Of<K> extends { answer: infer S extends z.ZodType } ? z.output<S> : never;

/** Whether a handler may make the whole answer itself: a file, a stream, a text. */
export type IsOwnAnswer<K extends EndpointKey> =
  Of<K> extends { answer: z.ZodType; file?: never } ? false : true;
export type IsAudited<K extends EndpointKey> = Of<K> extends { audited: true } ? true : false;
