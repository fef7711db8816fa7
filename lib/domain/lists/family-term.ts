/** The term of a filter of locks that leaves the members of one family. */
export function familyTerm(family: string): string {
  return `family:"${family.replace(/["\\]/g, '\\$&')}"`;
}
