import { parseAsString } from 'nuqs/server';

/** Words that the documentation is searched for, in the URL. */
export const DOCS_PARAMS = { q: parseAsString.withDefault('') };
