import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authority, type Certificate, startAuthority } from '../../../e2e/support/certificates';
import { tlsMaterial } from './config-tls';

let authority: Authority;
let own: Certificate;
let other: Certificate;
let folder: string;
beforeAll(async () => {
  authority = await startAuthority('config');
  [own, other] = [await authority.issue('own'), await authority.issue('other')];
  folder = dirname(authority.certFile);
});
afterAll(() => authority.close());

const read = (settings: Record<string, string>) => tlsMaterial('shop', settings, folder);

test('files are read at the start, also from beside the configuration', () => {
  const files = { ca: authority.certFile, cert: own.certFile, key: own.keyFile, servername: 'redis' };
  expect(read(files)).toEqual({ ca: authority.cert, cert: own.cert, key: own.key, servername: 'redis' });
  expect(read({ ca: 'ca.crt' })).toEqual({ ca: authority.cert });
});

test('several authorities may be in one file, with words between them', () => {
  writeFileSync(join(folder, 'bundle.pem'), `# ours\n${authority.cert}\n# theirs\n${other.cert}`);
  expect(read({ ca: 'bundle.pem' }).ca).toContain('# theirs');
});

test('what is no certificate, no key, or the key of another is refused by name', () => {
  writeFileSync(join(folder, 'garbage.pem'), 'the authority');
  writeFileSync(
    join(folder, 'broken.pem'),
    '-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----\n',
  );
  const certificate = 'holds no certificate in PEM form';
  expect(() => read({ ca: 'garbage.pem' })).toThrow(`tls.ca (target "shop") ${certificate}`);
  expect(() => read({ ca: 'broken.pem' })).toThrow(`tls.ca (target "shop") ${certificate}`);
  expect(() => read({ cert: 'garbage.pem', key: own.keyFile })).toThrow(
    `tls.cert (target "shop") ${certificate}`,
  );
  expect(() => read({ cert: own.certFile, key: 'garbage.pem' })).toThrow(
    'tls.key (target "shop") holds no private key',
  );
  expect(() => read({ cert: own.certFile, key: other.keyFile })).toThrow('is not the key of tls.cert');
  expect(() => read({ ca: 'no-such.pem' })).toThrow('names a file that cannot be read');
});

test('a pipe, a device, a folder and a file without end are refused at once', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'large.pem'), `${authority.cert}\n`.repeat(3_000));
  const startedAt = performance.now();
  for (const ca of ['pipe', '/dev/zero', '/dev/tty', '.', 'large.pem'])
    expect(() => read({ ca }), ca).toThrow('names a file that cannot be read');
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
