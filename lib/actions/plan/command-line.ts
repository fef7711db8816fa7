import type { LockAction } from '../../contract/action-codes';
import { type ByteString, displayOf, replaceControls, textOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';

export type CommandParts = {
  action: LockAction;
  target: string;
  db: number;
  key: ByteString;
  /** SHA-256 of the key, for keys too long for a command line. */
  keyDigest: string;
  /** null = it is not to be shown. */
  token: ByteString | null;
  tokenDigest: string;
  leaseMs: number | null;
  quarantineMs: number | null;
  /** It is asked of a second person. */
  ask?: boolean;
};

/** The same act from a terminal, ready for bash: it names the holder, so a successor is as safe as in the console. */
export function commandLine(parts: CommandParts): string {
  const { action, target, db, leaseMs, quarantineMs } = parts;
  const key = keyArguments(parts);
  const words = ['lockscope', action, target];
  if (!key.last) words.push(...key.words);
  if (db !== 0) words.push('--db', String(db));
  if (leaseMs !== null) words.push('--lease', leaseText(leaseMs));
  if (quarantineMs !== null) words.push('--for', leaseText(quarantineMs));
  words.push('--if-holder', holderArgument(parts), '--reason', quoteForShell('…'));
  if (parts.ask) words.push('--ask');
  if (key.last) words.push('--', ...key.words);
  return words.join(' ');
}

/** A word for bash that stands for exactly this text, whatever is in it; NUL cannot be in a word. */
export function quoteForShell(text: string): string {
  if (/^[A-Za-z0-9_:@%+=.,/-]+$/.test(text)) return text;
  const slashed = text.replace(/[\\']/g, '\\$&');
  const escaped = replaceControls(slashed, (char) => {
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    return [...new TextEncoder().encode(char)]
      .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      .join('');
  });
  return escaped === slashed ? `'${text.replaceAll("'", `'\\''`)}'` : `$'${escaped}'`;
}

/** The key as text where a terminal can pass it on, its bytes otherwise. */
function keyArguments({ key, keyDigest }: CommandParts): { words: string[]; last: boolean } {
  const text = key.length > 0 && key.length <= 1024 && !key.includes('\0') ? textOf(key) : null;
  if (text === null)
    return { words: ['--key-bytes', quoteForShell(slugOf(key) ?? `~s${keyDigest}`)], last: false };
  return { words: [quoteForShell(text)], last: text.startsWith('-') };
}

function holderArgument({ token, tokenDigest }: CommandParts): string {
  if (token === null) return `sha256:${tokenDigest}`;
  const shown = displayOf(token);
  const short = shown.exact && token.length > 0 && token.length <= 80 && !/^[-\s]|\s$/.test(token);
  return short ? quoteForShell(shown.text) : `sha256:${tokenDigest}`;
}

function leaseText(leaseMs: number): string {
  return leaseMs % 1000 === 0 ? `${leaseMs / 1000}s` : `${leaseMs}ms`;
}
