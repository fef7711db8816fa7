import schema from './api-activity-1.3.0.json' with { type: 'json' };

type Attribute = {
  type: string;
  required?: boolean;
  array?: boolean;
  /** The attribute that has the words of this one's number. */
  sibling?: string;
  enum?: Record<string, string>;
};
type Kind = { attributes: Record<string, Attribute>; atLeastOne?: string[] };
type Scalar = { base: string; regex?: string; maxLength?: number; range?: number[] };

const OBJECTS: Record<string, Kind> = schema.objects;
const TYPES: Record<string, Scalar> = schema.types;
/** A number of this is none of the list, and the words are the source's own. */
const OTHER = 99;

/**
 * Problems of an event of API Activity with the OCSF schema 1.3.0: attributes that are missing or unknown, wrong types,
 * values that an enumeration lacks, words that are not those of their number. Empty = nothing. Pure.
 */
export function ocsfProblems(event: unknown): string[] {
  if (!isObject(event)) return ['it is no object'];
  const uids = event.type_uid === Number(event.class_uid) * 100 + Number(event.activity_id);
  return [
    ...ofObject('', event, { attributes: schema.class }),
    ...(uids ? [] : ['type_uid is not that of class_uid and activity_id']),
  ];
}

function ofObject(path: string, value: Record<string, unknown>, { attributes, atLeastOne }: Kind): string[] {
  const missing = Object.entries(attributes).flatMap(([name, { required }]) =>
    required && !(name in value) ? [`${path}${name} is missing`] : [],
  );
  const isNone = atLeastOne && !atLeastOne.some((name) => name in value);
  const of = Object.entries(value).flatMap(([name, each]) => {
    const attribute = attributes[name];
    if (!attribute) return [`${path}${name} is unknown`];
    return [
      ...ofValue(`${path}${name}`, each, attribute),
      ...wordsOf(`${path}${name}`, each, attribute, value),
    ];
  });
  return [...missing, ...(isNone ? [`${path} has none of ${atLeastOne.join(', ')}`] : []), ...of];
}

function ofValue(path: string, value: unknown, { array, ...attribute }: Attribute): string[] {
  if (array)
    return Array.isArray(value)
      ? value.flatMap((each, at) => ofValue(`${path}[${at}]`, each, attribute))
      : [`${path} is no list`];
  const { type, enum: values } = attribute;
  if (type === 'object') return isObject(value) ? [] : [`${path} is no object`];
  const scalar = TYPES[type];
  if (!scalar) {
    const kind = OBJECTS[type];
    if (!kind) return [`${path} is a ${type}, which is not known here`];
    return isObject(value) ? ofObject(`${path}.`, value, kind) : [`${path} is no object`];
  }
  if (values && !(String(value) in values)) return [`${path} is ${value}, which is not in its list`];
  return isOf(value, scalar) ? [] : [`${path} is no ${type}`];
}

function isOf(value: unknown, { base, regex, maxLength, range }: Scalar): boolean {
  if (base === 'integer_t' || base === 'long_t')
    return Number.isSafeInteger(value) && (!range || isWithin(Number(value), range));
  if (base === 'json_t') return true;
  if (typeof value !== 'string') return false;
  return value.length <= (maxLength ?? 65_535) && (!regex || new RegExp(regex).test(value));
}

function isWithin(value: number, [least = 0, most = 0]: number[]): boolean {
  return value >= least && value <= most;
}

/** The words of a number, where both are there; a number of its own needs words. */
function wordsOf(
  path: string,
  value: unknown,
  { sibling, enum: values }: Attribute,
  of: Record<string, unknown>,
): string[] {
  if (!sibling || !values) return [];
  const words = of[sibling];
  if (value === OTHER) return words ? [] : [`${path} is ${OTHER} without ${sibling}`];
  const wanted = values[String(value)];
  return words === undefined || words === wanted ? [] : [`${sibling} is ${words} and not ${wanted}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
