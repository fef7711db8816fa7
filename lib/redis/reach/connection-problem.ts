import type { ReachCode } from '../../contract/node-codes';
import type { Endpoint } from '../connection';
import { reachCodeOf } from './reach-code';

/** Codes of Node's TLS for a certificate chain that does not end at a trusted root. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

/** A server may send an error of any length. */
const MOST_CHARACTERS = 300;

/**
 * Why a connection failed, as a code and as a plain sentence of at most 300 characters: the error's own text, and for
 * certificate errors the target setting that concerns it. Contains no secret, although the server writes the text: it may
 * repeat the password.
 */
export function connectionFailure(error: Error, endpoint: Endpoint): { code: ReachCode; message: string } {
  const code = 'code' in error ? String(error.code) : '';
  // Of several addresses of one name that all refuse, the system says nothing but its code.
  const sentence = sentenceOf(error, endpoint) || code;
  const text = secretsIn(endpoint).reduce((left, secret) => left.replaceAll(secret, '***'), sentence);
  const message = text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
  return { code: reachCodeOf(sentence, code), message };
}

/** Whether ioredis reports no more than that a connection has failed, which another error says the reason of. */
export function isFollowUp({ message }: Error): boolean {
  return /^(?:Stream isn't writeable|Connection is closed)/.test(message);
}

/** Its passwords, as they are and as they stand in a URL, the longest first. */
function secretsIn({ url, sentinel }: Endpoint): string[] {
  const passwords = [url, ...(sentinel?.urls ?? [])].map((text) => new URL(text).password);
  const forms = passwords.flatMap((password) =>
    password
      ? [password, decodeURIComponent(password), JSON.stringify(decodeURIComponent(password)).slice(1, -1)]
      : [],
  );
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function sentenceOf(error: Error, { url, tls }: Endpoint): string {
  const code = 'code' in error ? String(error.code) : '';
  if (UNTRUSTED.has(code))
    return `the authority that signed the server's certificate is not trusted (tls.ca): ${error.message}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the server's certificate is for another name (tls.servername): ${error.message}`;
  if (/certificate required/.test(error.message))
    return "the server asks for a client's certificate (tls.cert, tls.key)";
  if (/alert unknown ca/.test(error.message)) return 'the server does not trust our certificate (tls.cert)';
  // A server that rejects our certificate reports it, but has often closed the connection before the report arrives.
  if (code === 'ECONNRESET' && url.startsWith('rediss:')) {
    const why = tls?.cert
      ? 'not trust our certificate (tls.cert)'
      : "ask for a client's certificate (tls.cert, tls.key)";
    return `${error.message}: the server may ${why}`;
  }
  return error.message;
}
