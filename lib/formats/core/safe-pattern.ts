import type { ByteString } from '../../domain/keys/bytes';

/** Longest expression that is taken. */
export const PATTERN_LIMIT = 256;
/** Longest text that is matched; a longer one never matches. */
export const SUBJECT_LIMIT = 1024;
const MOST_REPEATS = 1_000;
/** Ways that a match may branch beside the one repetition that may be undecided. */
const MOST_BRANCHES = 8;

type Bytes = Uint8Array;
type Node =
  | { is: 'byte'; set: Bytes }
  | { is: 'sequence'; nodes: Node[] }
  | { is: 'choice'; nodes: Node[] }
  | { is: 'repeat'; node: Node; min: number; max: number };

export type SafePattern = {
  groups: readonly string[];
  /** The named groups of a text that matches as a whole, or null. */
  match(text: ByteString): Readonly<Record<string, ByteString | undefined>> | null;
};

/**
 * Compiles a regular expression of a person's making whose matching takes time at most quadratic in the text: only parts
 * whose next byte decides what is tried may repeat, but for one; nothing that repeats holds anything that varies.
 * Throws an Error that says what is wrong.
 */
export function compileSafePattern(source: string): SafePattern {
  if (source.length > PATTERN_LIMIT) throw new Error(`is longer than ${PATTERN_LIMIT} characters`);
  if (/[^\x20-\x7e]/.test(source)) throw new Error('must be ASCII: write other bytes as \\xNN');
  const bare = source.replace(/^\^/, '').replace(/(?<!\\)((?:\\\\)*)\$$/, '$1');
  const { node, groups } = parse(bare);
  checkBranches(node);
  const expression = new RegExp(`^(?:${bare})$`, 's');
  return {
    groups,
    match(text) {
      const found = text.length <= SUBJECT_LIMIT ? expression.exec(text) : null;
      return found && (found.groups ?? {});
    },
  };
}

function parse(source: string): { node: Node; groups: string[] } {
  const groups: string[] = [];
  let at = 0;

  function choice(): Node {
    const nodes = [sequence()];
    while (source[at] === '|') {
      at += 1;
      nodes.push(sequence());
    }
    return nodes.length === 1 && nodes[0] ? nodes[0] : { is: 'choice', nodes };
  }

  function sequence(): Node {
    const nodes: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') nodes.push(repeated(atom()));
    if (nodes.length === 0) throw new Error('has an empty part');
    return { is: 'sequence', nodes };
  }

  function atom(): Node {
    const rest = source.slice(at);
    const group = /^\((?:\?:|\?<([A-Za-z]\w*)>|(?!\?))/.exec(rest);
    if (group) {
      at += group[0].length;
      if (group[1]) groups.push(group[1]);
      const node = choice();
      if (source[at] !== ')') throw new Error('has a group that does not end');
      at += 1;
      return node;
    }
    const [text] =
      /^(?:\\x[0-9A-Fa-f]{2}|\\[dDwWsStnrfv]|\\[^A-Za-z0-9]|\[(?:\\.|[^\]\\])+\]|[^\\[\](){}*+?|^$])/.exec(
        rest,
      ) ?? [null];
    if (text === null)
      throw new Error(`cannot use "${rest.slice(0, 3)}" (no look-around, no back-references)`);
    at += text.length;
    return { is: 'byte', set: bytesOfAtom(text) };
  }

  function repeated(node: Node): Node {
    const [text, from, comma, to] = /^(?:[*+?]|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})\??/.exec(
      source.slice(at),
    ) ?? [null];
    if (text === null) return node;
    at += text.length;
    const min = from === undefined ? Number(text.startsWith('+')) : Number(from);
    const open = text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY;
    const max = from === undefined ? open : comma ? Number(to ?? Number.POSITIVE_INFINITY) : min;
    if (min > MOST_REPEATS || (max !== Number.POSITIVE_INFINITY && max > MOST_REPEATS))
      throw new Error(`repeats more than ${MOST_REPEATS} times`);
    if (max === 0 || max < min) throw new Error('repeats something no times');
    if (/^[*+?{]/.test(source.slice(at))) throw new Error('has nested quantifiers');
    if (isNullable(node)) throw new Error('repeats a part that may be empty');
    if (max > 1 && varies(node))
      throw new Error('has nested quantifiers, or alternatives inside a repetition');
    return { is: 'repeat', node, min, max };
  }

  const node = choice();
  if (at < source.length) throw new Error('closes a group that was not opened');
  return { node, groups };
}

/** Bytes that one atom matches, as the engine itself says. */
function bytesOfAtom(text: string): Bytes {
  const one = new RegExp(`^${text}$`, 's');
  return Uint8Array.from({ length: 256 }, (_, byte) => (one.test(String.fromCharCode(byte)) ? 1 : 0));
}

/**
 * Where the next byte alone decides what is tried, a match goes back over nothing. One repetition may be undecided (it
 * costs a factor of the text's length), and a few branches.
 */
function checkBranches(root: Node): void {
  let undecided = 0;
  let branches = 1;

  function visit(node: Node, follow: Bytes): void {
    if (node.is === 'byte') return;
    if (node.is === 'sequence') {
      let next = follow;
      for (const part of [...node.nodes].reverse()) {
        visit(part, next);
        next = isNullable(part) ? union(firstOf(part), next) : firstOf(part);
      }
      return;
    }
    if (node.is === 'choice') {
      const firsts = node.nodes.map((part) =>
        isNullable(part) ? union(firstOf(part), follow) : firstOf(part),
      );
      const unclear = firsts.some((first, i) => firsts.slice(i + 1).some((other) => overlap(first, other)));
      if (unclear || node.nodes.filter(isNullable).length > 1) branches *= node.nodes.length;
      for (const part of node.nodes) visit(part, follow);
      return;
    }
    const first = firstOf(node.node);
    if (node.min !== node.max && overlap(first, follow)) {
      if (node.max > 1) undecided += 1;
      else branches *= 2;
    }
    visit(node.node, node.max > 1 ? union(first, follow) : follow);
  }

  visit(root, new Uint8Array(256));
  if (undecided > 1)
    throw new Error(
      'could take very long: two repetitions may both stop anywhere; use [^:]+ instead of .+, say',
    );
  if (branches > MOST_BRANCHES) throw new Error('could take very long: too many alternatives begin alike');
}

function isNullable(node: Node): boolean {
  if (node.is === 'byte') return false;
  if (node.is === 'repeat') return node.min === 0 || isNullable(node.node);
  return node.is === 'choice' ? node.nodes.some(isNullable) : node.nodes.every(isNullable);
}

function varies(node: Node): boolean {
  if (node.is === 'byte') return false;
  if (node.is === 'repeat') return node.min !== node.max || varies(node.node);
  return node.is === 'choice' || node.nodes.some(varies);
}

/** Bytes that a match of the node may begin with. */
function firstOf(node: Node): Bytes {
  if (node.is === 'byte') return node.set;
  if (node.is === 'repeat') return firstOf(node.node);
  if (node.is === 'choice') return node.nodes.map(firstOf).reduce(union);
  let first: Bytes = new Uint8Array(256);
  for (const part of node.nodes) {
    first = union(first, firstOf(part));
    if (!isNullable(part)) break;
  }
  return first;
}

function union(a: Bytes, b: Bytes): Bytes {
  return a.map((member, byte) => member | (b[byte] ?? 0));
}

function overlap(a: Bytes, b: Bytes): boolean {
  return a.some((member, byte) => member === 1 && b[byte] === 1);
}
