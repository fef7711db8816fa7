/** A UUID of any version in lower case, to be put into other patterns. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether this is a random UUID and nothing else. */
export function isUuidV4(value: string): boolean {
  return value.length === 36 && UUID_V4.test(value);
}
