import { expect, onTestFinished, test } from 'vitest';
import { openArchive } from '../../history/archive/open-archive';
import { createHeadLog } from './audit-head-log';
import { createLog } from './log';

test('the head of the chain is logged at first, and whenever it moved', async () => {
  const archive = openArchive({ url: 'memory:' });
  onTestFinished(() => archive.close());
  const lines: string[] = [];
  const note = createHeadLog(archive, createLog([], { write: (line) => void lines.push(line) }));
  await note();
  const begun = await archive.auditHead();
  await note();
  await archive.appendAudit({
    ...{ atMs: 1, actor: 'ann', action: 'annotate', target: '', lockId: null, key: '' },
    ...{ holder: null, reason: '', outcome: 'noted', details: {} },
  });
  await note();
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toMatchObject([
    { msg: 'audit chain head', ...begun },
    { msg: 'audit chain head', ...(await archive.auditHead()) },
  ]);
  await archive.db.deleteFrom('audit_head').execute();
  await note();
  await note();
  expect(lines.slice(2).map((line) => JSON.parse(line).msg)).toEqual(['the head of the audit chain is gone']);
});
