import { scripts } from '../../redis/scripts.generated';
/** One Redis command; text is UTF-8, a Buffer goes as it is. */
export type Command = readonly (string | number | Buffer)[];

/** What libraries send to give a lock back, or to the same effect. `token` is a byte string. */
export type Unlock = (key: string, token: string) => Command[];

const bytes = (token: string) => Buffer.from(token, 'latin1');

export const compareAndDelete: Unlock = (key, token) => [
  ['EVAL', scripts.releaseString.text, 1, key, bytes(token), '', 'PUBLISH', ''],
];
export const plainDelete = (key: string): Command[] => [['DEL', key]];
export const removeField: Unlock = (key, token) => [['HDEL', key, bytes(token)]];
export const removeMember: Unlock = (key, token) => [['ZREM', key, bytes(token)]];
export const removeFromSet: Unlock = (key, token) => [['SREM', key, bytes(token)]];
/** Redisson counts a permit back only if its place is still there. */
export const givePermitBack: Unlock = (key, token) => [
  ['EVAL', scripts.releasePermit.text, 2, key, `{${key}}:timeout`, bytes(token), '', 'PUBLISH'],
];
export const countsDown: Unlock = (key) => [['DECR', key]];
export const countsUp: Unlock = (key) => [['INCR', key]];
/** It compares in the client, and leaves what is another's. */
export const readsOnly: Unlock = (key) => [['TYPE', key]];
