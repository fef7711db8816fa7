import { expect, test } from 'vitest';
import { pagePathIn } from './palette-paths';

const OWN = 'http://127.0.0.1:3000';

test.each([
  [
    'https://locks.example.com/locks/shop.0/order:42:lock?at=1795383069000',
    '/locks/shop.0/order:42:lock?at=1795383069000',
  ],
  ['see <https://locks.example.com/graph?target=shop>, please', '/graph?target=shop'],
  ['{"generatorURL": "http://127.0.0.1:3000/findings#expired"}', '/findings#expired'],
  ['https://grafana.example.com/d/abc https://locks.example.com/history', '/history'],
  [`${OWN}/?target=shop`, '/?target=shop'],
  ['/docs/runbook-stuck-lock', '/docs/runbook-stuck-lock'],
  ['https://example.com/', null],
  ['https://example.com/lockstep', null],
  ['order:42:lock', null],
  ['//example.com/locks', '/locks'],
  ['http://[broken/locks', null],
])('%s leads to %s', (text, path) => expect(pagePathIn(text, OWN)).toBe(path));
