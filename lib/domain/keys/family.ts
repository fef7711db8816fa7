const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** A run of letters and digits. */
const RUN = /[A-Za-z0-9]+/g;
/** A date or a version: numbers joined by dashes or dots. */
const JOINED = /\*(?:[-.]\*)+/g;

/**
 * The shape of a key's name, with `*` in place of each id: `order:{123}:lock` and `order:{7}:lock` are both
 * `order:{*}:lock`. Numbers, UUIDs, hexadecimal and random runs are ids. Pure; a name without an id is its own family.
 */
export function familyOf(key: string): string {
  return key.replace(UUID, '*').replace(RUN, shapeOf).replace(JOINED, '*');
}

function shapeOf(run: string): string {
  if (!/\d/.test(run)) return run;
  if (/^\d+$/.test(run) || isHexId(run) || isRandom(run)) return '*';
  return run.replace(/\d+/g, '*');
}

/** Eight or more hexadecimal digits, at least one of them decimal: `deadbeef` is a word, `deadbeef01` an id. */
function isHexId(run: string): boolean {
  return run.length >= 8 && /^[0-9a-f]+$/i.test(run);
}

/** Upper case, lower case and digits in one long run, as in random ids. */
function isRandom(run: string): boolean {
  return run.length >= 12 && /[A-Z]/.test(run) && /[a-z]/.test(run) && (run.match(/\d+/g)?.length ?? 0) > 1;
}
