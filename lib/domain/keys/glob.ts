import type { ByteString } from './bytes';

/** One step of a glob: any run of bytes, or one byte out of a set. */
type Step = 'run' | Uint8Array;

/**
 * Matcher of a Redis glob, byte for byte as Redis does it: `*`, `?`, `[abc]`, `[a-z]`, `[^x]`; `\` takes the next byte
 * literally, an unclosed set ends with the glob, a set closes at its first `]`. Takes time linear in the key for a
 * given glob. (In Redis, ranges that leave ASCII depend on the server's processor; here bytes are 0 to 255.)
 */
export function compileGlob(glob: ByteString): (key: ByteString) => boolean {
  const steps = stepsOf(glob);
  const prefix = literalPrefix(steps);
  return (key) => {
    if (key.length === 0) return glob === '' || glob === '*';
    return key.startsWith(prefix) && matches(steps, key, prefix.length);
  };
}

function matches(steps: readonly Step[], key: ByteString, from: number): boolean {
  let [step, at] = [from, from];
  let [resumeStep, resumeAt] = [-1, 0];
  while (at < key.length) {
    const wanted = steps[step];
    if (wanted === 'run') {
      if (step === steps.length - 1) return true;
      resumeStep = ++step;
      resumeAt = at;
    } else if (wanted?.[key.charCodeAt(at)]) {
      step++;
      at++;
    } else if (resumeStep >= 0) {
      step = resumeStep;
      at = ++resumeAt;
    } else return false;
  }
  while (steps[step] === 'run') step++;
  return step === steps.length;
}

function stepsOf(glob: ByteString): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < glob.length) {
    const char = glob.charAt(at);
    if (char === '*') {
      if (steps.at(-1) !== 'run') steps.push('run');
      at++;
    } else if (char === '?') {
      steps.push(new Uint8Array(256).fill(1));
      at++;
    } else if (char === '[') {
      const set = setAt(glob, at + 1);
      steps.push(set.bytes);
      at = set.end;
    } else {
      if (char === '\\' && at + 1 < glob.length) at++;
      steps.push(only(glob.charCodeAt(at++)));
    }
  }
  return steps;
}

/** The set whose first byte is at `start`, and the index after it. */
function setAt(glob: ByteString, start: number): { bytes: Uint8Array; end: number } {
  const negated = glob.charAt(start) === '^';
  const bytes = new Uint8Array(256);
  let at = negated ? start + 1 : start;
  while (at < glob.length && glob.charAt(at) !== ']') {
    if (glob.charAt(at) === '\\' && at + 1 < glob.length) {
      bytes[glob.charCodeAt(at + 1)] = 1;
      at += 2;
    } else if (glob.charAt(at + 1) === '-' && at + 2 < glob.length) {
      const [a, b] = [glob.charCodeAt(at), glob.charCodeAt(at + 2)];
      bytes.fill(1, Math.min(a, b), Math.max(a, b) + 1);
      at += 3;
    } else bytes[glob.charCodeAt(at++)] = 1;
  }
  return { bytes: negated ? bytes.map((member) => 1 - member) : bytes, end: Math.min(at + 1, glob.length) };
}

function only(byte: number): Uint8Array {
  const set = new Uint8Array(256);
  set[byte] = 1;
  return set;
}

function literalPrefix(steps: readonly Step[]): ByteString {
  let prefix = '';
  for (const step of steps) {
    if (step === 'run' || step.reduce((sum, member) => sum + member, 0) !== 1) break;
    prefix += String.fromCharCode(step.indexOf(1));
  }
  return prefix;
}

/** A Redis glob that matches only this text. */
export function escapeGlob(text: ByteString): ByteString {
  return text.replace(/[*?[\]\\^-]/g, '\\$&');
}
