import { XRAY_VERBS } from '../../lib/contract/action-codes';
import type { XrayClient, XrayNode } from '../../lib/contract/xray';
import type { LockId } from '../../lib/domain/keys/lock-id';
import type { ConsoleClient } from './console-client';
import { type Output, table } from './output';
import { auditWords, durationWords } from './words';

/** What connecting and asking for clients takes at most on one server, beside the listening. */
const AROUND_MS = 15_000;
/** Masters of the largest Redlock group that a configuration may have. */
const MOST_NODES = 64;

export type XrayOptions = { seconds: number; json: boolean };

/** `lockscope xray`: which clients name one lock, and what for, by listening to its server for some seconds. */
export async function xrayLock(
  console: ConsoleClient,
  id: LockId,
  { seconds, json }: XrayOptions,
  out: Output,
): Promise<void> {
  const limitMs = MOST_NODES * (seconds * 1_000 + AROUND_MS);
  const result = await console.call('POST /api/locks/{id}/xray', { id, body: { seconds }, limitMs });
  if (json) return out.line(JSON.stringify(result, null, 2));
  for (const node of result.nodes) {
    if (node.clients.length > 0)
      out.line(table(['CLIENT', 'NAME', 'DID', 'FIRST', 'LAST', 'LIBRARY'], node.clients.map(rowOf)));
    else if (node.ended !== 'unreached') out.line('nobody named this lock');
    out.line(`${node.node}: ${endWords(node)}`);
  }
  out.line(auditWords(result.auditId));
}

function rowOf(client: XrayClient): string[] {
  const { address, name, connected, counts, firstMs, lastMs, library, scripts } = client;
  const did = XRAY_VERBS.flatMap((verb) => (counts[verb] > 0 ? `${verb} ${counts[verb]}` : []));
  const called = name ?? (connected === false ? '(gone)' : '');
  const libraries = [library, ...scripts].filter((each) => each !== null).join(', ');
  return [address, called, did.join(', '), durationWords(firstMs), durationWords(lastMs), libraries];
}

const ENDS = {
  time: '',
  size: ', then there was more output than allowed',
  latency: ', then the server became slow',
  lost: ', then the connection broke',
} as const;

function endWords(node: XrayNode): string {
  const { ended, why, ranMs, commands, named, ours, moreClients } = node;
  if (ended === 'unreached') return `not listened to: ${why}`;
  const more = moreClients > 0 ? `, ${moreClients} more clients` : '';
  const left = ours > 0 ? `, ${ours} of this console left out` : '';
  return `listened for ${durationWords(ranMs)}${ENDS[ended]}; ${named} of ${commands} commands named it${more}${left}`;
}
