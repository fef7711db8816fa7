import type { z } from 'zod';
import type { ENDPOINTS } from './endpoints';

/** Types derived from the endpoint table. Types only, so that a browser imports no schema. */

export type EndpointKey = keyof typeof ENDPOINTS;
type Of<K extends EndpointKey> = (typeof ENDPOINTS)[K];

/** A parsed query or body; null = the endpoint takes none. */
export type QueryOf<K extends EndpointKey> =
  Of<K> extends { query: infer S extends z.ZodType } ? z.output<S> : null;
export type BodyOf<K extends EndpointKey> =
  Of<K> extends { body: infer S extends z.ZodType } ? z.output<S> : null;

/** Input and answer as the caller writes and receives them. */
export type QueryText<K extends EndpointKey> =
  Of<K> extends { query: infer S extends z.ZodType } ? z.input<S> : null;
export type BodyText<K extends EndpointKey> =
  Of<K> extends { body: infer S extends z.ZodType } ? z.input<S> : null;
export type AnswerOf<K extends EndpointKey> =
  Of<K> extends { answer: infer S extends z.ZodType } ? z.output<S> : never;

/** Whether the handler may build the whole response itself: a file, a stream, a text. */
export type IsOwnAnswer<K extends EndpointKey> =
  Of<K> extends { answer: z.ZodType; file?: never; cookie?: never } ? false : true;
