import { createPrivateKey, X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TlsMaterial } from '../../domain/nodes/target';
import { invalidSetting } from './config-problems';

type Settings = {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  servername?: string | undefined;
};

/** Largest file that is read, bytes: a bundle of all public authorities has a quarter of it. */
const LARGEST = 1_048_576;
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * TLS material of a target; files are of `folder`. Throws `config-invalid`, which names the setting, for a file that cannot
 * be read or is not what it should be, and for a key of another certificate.
 */
export function tlsMaterial(target: string, settings: Settings, folder: string): TlsMaterial {
  const { servername, ...files } = settings;
  const refuse = (name: string, problem: string, cause?: unknown) =>
    invalidSetting(`tls.${name} (target "${target}")`, problem, cause);
  const texts = new Map<string, string>();
  for (const [name, path] of Object.entries(files)) {
    if (path === undefined) continue;
    let text: string;
    try {
      text = fileText(resolve(folder, path));
    } catch (cause) {
      throw refuse(name, `names a file that cannot be read: ${path}`, cause);
    }
    if (name !== 'key' && !holdsCertificates(text))
      throw refuse(name, `holds no certificate in PEM form: ${path}`);
    texts.set(name, text);
  }
  const [cert, key] = [texts.get('cert'), texts.get('key')];
  if (cert !== undefined && key !== undefined) {
    const matches = isKeyOf(key, cert);
    if (matches === null)
      throw refuse('key', `holds no private key in PEM form, or one with a passphrase: ${files.key}`);
    if (!matches) throw refuse('key', `is not the key of tls.cert: ${files.key}`);
  }
  return { ...Object.fromEntries(texts), ...(servername && { servername }) };
}

/** A request may name the file: no pipe, device or file without end holds this process up. */
function fileText(path: string): string {
  const file = openSync(/* turbopackIgnore: true */ path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is no regular file');
    const bytes = Buffer.alloc(LARGEST + 1);
    let length = 0;
    for (let read = -1; read !== 0; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > LARGEST) throw new Error('it is too large');
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

function holdsCertificates(text: string): boolean {
  const blocks = text.match(BLOCK) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block)).length > 0;
  } catch {
    return false; // one of them is garbage
  }
}

/** Null when it is no key. The parser's own error may quote the key, so it is not kept. */
function isKeyOf(key: string, cert: string): boolean | null {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return null;
  }
}
