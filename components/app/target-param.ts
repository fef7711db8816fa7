import { parseAsString } from 'nuqs/server';

/** The connection that a page is about, in the URL; absent = all. */
export const TARGET_PARAM = { target: parseAsString.withOptions({ history: 'push' }) };
