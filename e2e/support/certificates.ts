import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate and its key: the paths of their files, and their PEM texts. */
export type Certificate = { certFile: string; keyFile: string; cert: string; key: string };

export type Authority = {
  /** Name that errors may tell. */
  name: string;
  certFile: string;
  cert: string;
  /** A certificate for 127.0.0.1 that this authority signed. */
  issue(name: string): Promise<Certificate>;
  close(): Promise<void>;
};

/** An authority that nobody knows, made by openssl in a temporary folder. */
export async function startAuthority(name: string): Promise<Authority> {
  const dir = await mkdtemp(join(tmpdir(), 'lockscope-authority-'));
  const at = (file: string) => join(dir, file);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const openssl = (...args: string[]) => run('openssl', args, { timeout: 20_000 });

  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.crt'),
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  );
  return {
    name,
    certFile: at('ca.crt'),
    cert: await readFile(at('ca.crt'), 'utf8'),
    async issue(subject) {
      const [certFile, keyFile, request, extensions] = ['crt', 'key', 'csr', 'ext'].map((end) =>
        at(`${subject}.${end}`),
      ) as [string, string, string, string];
      await writeFile(extensions, 'subjectAltName=IP:127.0.0.1\n');
      await openssl('req', ...key, '-keyout', keyFile, '-out', request, '-subj', `/CN=${subject}`);
      const signer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial'];
      await openssl(
        'x509',
        '-req',
        '-in',
        request,
        ...signer,
        '-out',
        certFile,
        '-days',
        '2',
        '-extfile',
        extensions,
      );
      const [cert, pem] = await Promise.all([certFile, keyFile].map((file) => readFile(file, 'utf8')));
      return { certFile, keyFile, cert: cert ?? '', key: pem ?? '' };
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
}
