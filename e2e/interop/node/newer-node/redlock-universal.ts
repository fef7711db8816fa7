/** The library as its own folder has it: `NEWER_NODE` in bin/setup.mjs says why. */
export * from 'redlock-universal';

export const entry = import.meta.resolve('redlock-universal');
